import { phoneUri, textUri } from "../../../shared/phones.ts";
import type { Schema } from "../../app/api.ts";
import type { IconName } from "../../icons/icon.tsx";

type Reachable = Pick<Schema<"LeadSummary">, "phone" | "email" | "flags">;

type Kind = {
  label: string;
  icon: IconName;
  /** Of a page whose rows take keys. */
  key: string;
  /** What is logged: `Log the call`. */
  noun: string;
  /** Opens the program that reaches the lead; null where that is not possible. */
  href: ((lead: Reachable) => string | null) | null;
  /** The flags that forbid it. */
  forbidden: readonly Schema<"LeadSummary">["flags"][number][];
};

/** The ways to work on a lead that its timeline keeps. The API calls a mail `email`. */
export const contactKinds = {
  call: {
    label: "Call",
    icon: "phone",
    key: "c",
    noun: "call",
    href: ({ phone }) => phone && phoneUri(phone),
    forbidden: ["dnc", "do_not_call"],
  },
  text: {
    label: "Text",
    icon: "chat-text",
    key: "t",
    noun: "text",
    href: ({ phone }) => phone && textUri(phone),
    forbidden: ["dnc", "do_not_text"],
  },
  email: {
    label: "Mail",
    icon: "envelope-simple",
    key: "m",
    noun: "mail",
    href: ({ email }) => email && `mailto:${encodeURIComponent(email)}`,
    forbidden: ["dnc", "do_not_email"],
  },
  note: { label: "Note", icon: "note-pencil", key: "n", noun: "note", href: null, forbidden: [] },
} as const satisfies Record<string, Kind>;

export type ContactKind = keyof typeof contactKinds;

type PossibleContact = { kind: ContactKind; href: string | null };

/** The kinds that a lead's flags and contact data allow, with the address that each opens. */
export function kindsFor(lead: Reachable): PossibleContact[] {
  return (Object.keys(contactKinds) as ContactKind[]).flatMap((kind): PossibleContact[] => {
    const { href, forbidden }: Kind = contactKinds[kind];
    if (lead.flags.some((flag) => forbidden.includes(flag))) return [];
    if (href === null) return [{ kind, href }];
    const address = href(lead);
    return address ? [{ kind, href: address }] : [];
  });
}
