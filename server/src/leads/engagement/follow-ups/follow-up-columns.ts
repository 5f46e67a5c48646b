/** The follow-up columns of a lead without a follow-up. */
export const noFollowUp = {
  follow_up_due_at: null,
  follow_up_note: null,
  follow_up_source: null,
  follow_up_set_at: null,
  follow_up_reminded_at: null,
};
