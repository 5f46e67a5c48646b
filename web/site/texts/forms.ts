import { counted } from "../../shared/numbers.ts";

/** Texts that every form uses. */
export const formTexts = {
  summary: "There is a problem",
  titlePrefix: "Error: ",
  optional: "optional",
  tooMany: (seconds: number | null) =>
    `Too many messages were sent from here. What you typed is still here. Try again in ${waitOf(seconds)}.`,
  sentBefore:
    "This form was sent a moment ago, and is not sent twice. If you hear nothing from us, change something in it and send it again.",
  notSent: "Your message could not be sent. What you typed is still here: try again in a minute.",
  required: (label: string) => `${label}: enter something here`,
  /** What is wrong with a part of a form that has no field in its page. */
  withoutField: {
    agent_slug:
      "This person does not take messages any more. Send it again, and another agent will answer you.",
  } as Readonly<Record<string, string>>,
  unreadable: "Part of this form could not be read. Load the page again, and send it once more.",
  /** The API writes `first_name must be …`; people read the label. */
  problem: (label: string, message: string, name: string) =>
    message.startsWith(name) ? `${label}${message.slice(name.length)}` : `${label}: ${message}`,
};

function waitOf(seconds: number | null): string {
  if (seconds === null) return "a few minutes";
  return seconds < 60 ? "a minute" : counted(Math.ceil(seconds / 60), "minute");
}
