import type { TemplateName } from "./templates/templates.ts";

/** What a message of the ledger will say; gone once it is sent. */
export type MessageContent = {
  template: TemplateName;
  data: object;
  replyTo: string | null;
  audience: "staff" | "public";
  /** When it was first due: the date that it bears, however late it leaves. */
  date: string;
};
