import { toE164 } from "../../platform/phone.ts";
import { type Fact, mailto } from "./draft.ts";

type Reachable = { leadName: string; email: string; phone: string | null };

/** Who a lead is, and how to get in touch: the first thing that every mail about one says. */
export function leadFacts({ leadName, email, phone }: Reachable): Fact[] {
  const number = phone && toE164(phone);
  return [
    { label: "Name", value: leadName },
    { label: "Email", value: email, href: mailto(email) },
    { label: "Phone", value: phone ?? "not given", href: number ? `tel:${number}` : undefined },
  ];
}

/** The same beside the subject. */
export function leadPreview({ email, phone }: Reachable): string {
  return [email, phone].filter(Boolean).join(" · ");
}
