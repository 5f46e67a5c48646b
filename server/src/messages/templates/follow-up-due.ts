import { type Brief, type Draft, leadFacts, leadPreview } from "./draft.ts";

export type FollowUpDueData = {
  /** The recipient's name. */
  name: string;
  leadName: string;
  email: string;
  phone: string | null;
  /** In words, in the recipient's time zone. */
  dueAt: string;
  note: string | null;
  /** Whether the lead is assigned to the recipient; otherwise it is unassigned. */
  isOwn: boolean;
  crmUrl: string;
};

/** SPEC: Alerts and notifications, Follow-ups. */
export const followUpDue = {
  mail(data: FollowUpDueData): Draft {
    const { name, leadName, dueAt, note, isOwn, crmUrl } = data;
    const facts = [...leadFacts(data), { label: "Due", value: dueAt }];
    if (!isOwn) facts.push({ label: "Agent", value: "unassigned" });
    return {
      subject: `Follow-up due: ${leadName}`,
      preview: note ?? leadPreview(data),
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
