import type { Attribution } from "../listings.schemas.ts";
import type { SourceState } from "./read-source-states.ts";
import { defaultRules } from "./source-rules.ts";

/** What a row has of those who offer a listing, after `shownFields`. */
export type AttributedRow = {
  agent_name: string | null;
  office_name: string | null;
  office_phone: string | null;
  office_email: string | null;
  attribution_contact: string | null;
};

/** The fields of an attribution that differ from listing to listing. */
export function attributionOfListing(row: AttributedRow) {
  return {
    list_office: row.office_name,
    list_office_phone: row.office_phone,
    list_office_email: row.office_email,
    list_agent: row.agent_name,
    contact: row.attribution_contact,
  };
}

/** Who offers a listing, and where its data is from; null when its source does not ask for it. */
export function attributionOf(row: AttributedRow, source: SourceState | undefined): Attribution | null {
  const { attribution, source_name, source_logo_url } = source?.rules ?? defaultRules("");
  if (!attribution) return null;
  return {
    ...attributionOfListing(row),
    source_name,
    source_logo_url,
    last_updated: source?.lastUpdatedAt ?? null,
  };
}
