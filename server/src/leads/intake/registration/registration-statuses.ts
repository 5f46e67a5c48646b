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

/** The legal changes by hand. The sweep moves quiet registrations to nurture. */
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
