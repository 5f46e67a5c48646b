import { toE164 } from "../../platform/phone.ts";
import { type Brief, type Draft, type Fact, mailto } from "./draft.ts";

export type FollowUpDueData = {
  /** To whom. */
  name: string;
  leadName: string;
  email: string;
  phone: string | null;
  /** In words, in the reader's time zone. */
  dueAt: string;
  note: string | null;
  /** Whether the reader has the lead; else nobody has. */
  isOwn: boolean;
  crmUrl: string;
};

/** SPEC: Alerts and notifications, Follow-ups. */
export const followUpDue = {
  mail(data: FollowUpDueData): Draft {
    const { name, leadName, email, phone, dueAt, note, isOwn, crmUrl } = data;
    const number = phone && toE164(phone);
    const facts: Fact[] = [
      { label: "Name", value: leadName },
      { label: "Email", value: email, href: mailto(email) },
      { label: "Phone", value: phone ?? "not given", href: number ? `tel:${number}` : undefined },
      { label: "Due", value: dueAt },
    ];
    if (!isOwn) facts.push({ label: "Agent", value: "nobody" });
    return {
      subject: `Follow-up due: ${leadName}`,
      preview: note ?? [email, phone].filter(Boolean).join(" · "),
      body: [
        `Hello ${name},`,
        `It is time to get in touch with ${leadName} again.`,
        { facts },
        ...(note ? [{ quote: note, by: "Note" }] : []),
        { link: crmUrl, label: "Open the lead" },
      ],
    };
  },
  brief({ leadName, email, phone, note, crmUrl }: FollowUpDueData): Brief {
    return { title: `Follow-up due: ${leadName}`, line: note ?? phone ?? email, url: crmUrl };
  },
};
