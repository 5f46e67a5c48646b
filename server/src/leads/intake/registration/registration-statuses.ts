/** SPEC: Registration lead status. */
export const registrationStatuses = [
  "new",
  "assigned",
  "contacted",
  "qualified",
  "nurture",
  "dead",
  "showing",
  "offer",
] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** Where each may move to by hand; all else is refused. Quiet ones go to nurture by themselves. */
export const nextStatuses: Record<RegistrationStatus, readonly RegistrationStatus[]> = {
  new: ["contacted", "assigned"],
  assigned: ["contacted", "qualified"],
  contacted: ["qualified", "nurture", "dead"],
  qualified: ["showing", "offer"],
  nurture: ["qualified", "dead"],
  dead: [],
  showing: [],
  offer: [],
};
