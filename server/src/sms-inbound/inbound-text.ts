import type { SignedForm } from "../platform/http/signed-forms.ts";
import { toE164 } from "../platform/phone.ts";

/** A text that has come in, as far as it is ours to read. */
export type InboundText = {
  messageSid: string;
  /** `+12085550100` */
  phone: string;
  body: string;
  /** What the whole of it says; null: something in words. The provider answers a call for help itself. */
  asks: "stop" | "start" | "help" | null;
};

/** What the provider takes for an opt-out by default; for the last two since April 2025. */
const STOP = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
const START = ["START", "YES", "UNSTOP"];
const HELP = ["HELP", "INFO"];

/** @returns null where it is not a text from a telephone. */
export function readInboundText(form: SignedForm["form"]): InboundText | null {
  const field = (name: string) => (typeof form[name] === "string" ? form[name] : "");
  const phone = toE164(field("From"));
  const messageSid = field("MessageSid");
  if (!/^(SM|MM)[0-9a-fA-F]{32}$/.test(messageSid) || phone === null) return null;
  const body = field("Body");
  return { messageSid, phone, body, asks: askedIn(body, field("OptOutType")) };
}

/** `OptOutType` is the provider's own verdict, where an account has words of its own for it. */
function askedIn(body: string, verdict: string): InboundText["asks"] {
  const word = body.trim().toUpperCase();
  // Whoever writes "Stop." or "stop all" means it; to be texted again takes the very word.
  if (verdict === "STOP" || STOP.includes(word.replaceAll(/[\s\p{P}]/gu, ""))) return "stop";
  if (verdict === "START" || START.includes(word)) return "start";
  if (verdict === "HELP" || HELP.includes(word)) return "help";
  return null;
}
