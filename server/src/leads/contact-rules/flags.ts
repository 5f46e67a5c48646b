/** SPEC: Communication flags. Flags combine: a message is forbidden when any active flag forbids it. */
export const flags = ["unsubscribed", "dnc", "do_not_email", "do_not_text", "do_not_call"] as const;
export type Flag = (typeof flags)[number];

export const flagLabels: Record<Flag, string> = {
  unsubscribed: "Unsubscribed",
  dnc: "Do Not Contact",
  do_not_email: "No Email",
  do_not_text: "No Text",
  do_not_call: "No Call",
};
