import type { Draft } from "./draft.ts";
import { leadReturned } from "./lead-returned.ts";
import { newLead } from "./new-lead.ts";
import { welcome } from "./welcome.ts";

/** Every mail we write. A message keeps its template's name and data until it is sent. */
export const templates = {
  new_lead: newLead,
  lead_returned: leadReturned,
  welcome,
} as const satisfies Record<string, (data: never) => Draft>;

export type TemplateName = keyof typeof templates;
export type TemplateData<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0];
