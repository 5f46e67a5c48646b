import { toE164 } from "../../platform/phone.ts";
import { type Fact, mailto } from "./draft.ts";

type Reachable = { leadName: string; email: string; phone: string | null };

/** The lead's name and contact details, at the top of every mail about one. */
export function leadFacts({ leadName, email, phone }: Reachable): Fact[] {
  const number = phone && toE164(phone);
  return [
    { label: "Name", value: leadName },
    { label: "Email", value: email, href: mailto(email) },
    { label: "Phone", value: phone ?? "not given", href: number ? `tel:${number}` : undefined },
  ];
}

/** The contact details for the preview line. */
export function leadPreview({ email, phone }: Reachable): string {
  return [email, phone].filter(Boolean).join(" · ");
}
