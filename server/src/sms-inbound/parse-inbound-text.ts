import type { SignedForm } from "../platform/http/signed-forms.ts";
import { toE164 } from "../platform/phone.ts";

/** An inbound text. */
export type InboundText = {
  messageSid: string;
  /** `+12085550100` */
  phone: string;
  body: string;
  /** The keyword, if the text is one; null otherwise. The provider replies to help requests itself. */
  keyword: "stop" | "start" | "help" | null;
};

/** The provider's default opt-out keywords; the last two since April 2025. */
const STOP = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
const START = ["START", "YES", "UNSTOP"];
const HELP = ["HELP", "INFO"];

/** @returns null when the form is not a text from a phone number. */
export function parseInboundText(form: SignedForm["form"]): InboundText | null {
  const field = (name: string) => (typeof form[name] === "string" ? form[name] : "");
  const phone = toE164(field("From"));
  const messageSid = field("MessageSid");
  if (!/^(SM|MM)[0-9a-fA-F]{32}$/.test(messageSid) || phone === null) return null;
  const body = field("Body");
  return { messageSid, phone, body, keyword: keywordOf(body, field("OptOutType")) };
}

/** `OptOutType` is the provider's classification, for accounts with custom keywords. */
function keywordOf(body: string, verdict: string): InboundText["keyword"] {
  const word = body.trim().toUpperCase();
  // STOP ignores spaces and punctuation ("Stop.", "stop all"); START must match exactly.
  if (verdict === "STOP" || STOP.includes(word.replaceAll(/[\s\p{P}]/gu, ""))) return "stop";
  if (verdict === "START" || START.includes(word)) return "start";
  if (verdict === "HELP" || HELP.includes(word)) return "help";
  return null;
}
