/** The flag that the unsubscribe link sets. */
export const unsubscribedByLink = {
  flag: "unsubscribed",
  reason: "unsubscribe link",
  by: "lead",
} as const;
