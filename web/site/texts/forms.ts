/** Texts that every form uses. */
export const formTexts = {
  summary: "There is a problem",
  titlePrefix: "Error: ",
  optional: "optional",
  tooMany: "Too many messages were sent from here. Try again in a few minutes.",
  notSent: "Your message could not be sent. What you typed is still here: try again in a minute.",
  required: (label: string) => `${label}: enter something here`,
  /** The API writes `first_name must be …`; people read the label. */
  problem: (label: string, message: string, name: string) =>
    message.startsWith(name) ? `${label}${message.slice(name.length)}` : `${label}: ${message}`,
};
