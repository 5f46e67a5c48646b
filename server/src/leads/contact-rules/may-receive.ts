import type { NoMarketing } from "../../drips/index.ts";
import { type Flag, flagLabels, flags } from "./flags.ts";

/** Kinds of messages. `email` is transactional, `marketing_email` advertises. */
export type MessageKind = "email" | "marketing_email" | "text" | "call";

const kinds: MessageKind[] = ["email", "marketing_email", "text", "call"];

/** The kinds each flag forbids. The restriction is the union over active flags (SPEC: Communication flags). */
const forbids: Record<Flag, readonly MessageKind[]> = {
  unsubscribed: ["marketing_email"],
  dnc: kinds,
  do_not_email: ["email", "marketing_email"],
  do_not_text: ["text"],
  do_not_call: ["call"],
};

export type MayReceive = Record<MessageKind, { allowed: boolean; reason: string | null }>;

/** Which kinds of messages a lead may be sent. The reason is the first forbidding flag in the order of `flags`. */
export function mayReceive(
  active: readonly Flag[],
  { email, phone }: { email: string | null; phone: string | null },
): MayReceive {
  const verdict = (kind: MessageKind) => {
    const flag = flags.find((each) => active.includes(each) && forbids[each].includes(kind));
    if (flag) return { allowed: false, reason: flagLabels[flag] };
    const [address, none] =
      kind === "text" || kind === "call" ? [phone, "No phone number"] : [email, "No email address"];
    return address ? { allowed: true, reason: null } : { allowed: false, reason: none };
  };
  return {
    email: verdict("email"),
    marketing_email: verdict("marketing_email"),
    text: verdict("text"),
    call: verdict("call"),
  };
}

/** The stop reason for drips of a lead with these flags; null: none (SPEC: Drip enrollment, stop reasons). */
export function marketingStopReason(active: readonly Flag[]): NoMarketing | null {
  if (active.includes("unsubscribed")) return "unsubscribed";
  return active.some((flag) => forbids[flag].includes("marketing_email")) ? "flagged" : null;
}
