/** The orders of the list that are offered, in words. */
export const sortLabels = {
  "-created_at": "Newest first",
  created_at: "Oldest first",
  response_due: "Waiting longest first",
  "-temperature": "Hottest first",
  last_contact: "Not contacted for longest",
  "-last_contact": "Contacted last",
  stage: "By stage, first to last",
  "-stage": "By stage, last to first",
} as const;
