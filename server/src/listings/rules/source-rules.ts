import type { Selectable } from "kysely";
import type { SourceRules as RulesTable } from "../../platform/database/types.generated.ts";

/** What the licence of a source allows (docs/source-rules.md). */
export type SourceRules = {
  attribution: boolean;
  source_name: string;
  source_logo_url: string | null;
  disclaimer: string | null;
  copyright: string | null;
  ai: boolean;
  show_sold: boolean;
  sold_max_age_days: number | null;
  show_history: boolean;
  show_days_on_market: boolean;
  show_coordinates: boolean;
  avm: "record" | "never";
  comments: "record" | "never";
  max_age_hours: number | null;
  vow_fields: string[];
  vow_terms: VowTerms | null;
  fields_hidden: string[];
};

export type VowTerms = { version: string; text: string };

/** The columns of `source_rules` that are rules. */
export type RulesRow = Omit<
  Selectable<RulesTable>,
  "source_id" | "revision" | "applied_revision" | "sold_hidden_before" | "updated_at"
>;

/** The rules of a source that has set none. The table's columns have the same defaults. */
export function defaultRules(sourceName: string): SourceRules {
  return {
    attribution: true,
    source_name: sourceName,
    source_logo_url: null,
    disclaimer: null,
    copyright: null,
    ai: true,
    show_sold: true,
    sold_max_age_days: null,
    show_history: true,
    show_days_on_market: true,
    show_coordinates: true,
    avm: "record",
    comments: "record",
    max_age_hours: null,
    vow_fields: [],
    vow_terms: null,
    fields_hidden: [],
  };
}

/** @param row null for a source that has set no rule. */
export function rulesOf(sourceName: string, row: RulesRow | null): SourceRules {
  if (row === null) return defaultRules(sourceName);
  const { vow_terms_version: version, vow_terms_text: text } = row;
  return {
    attribution: row.attribution,
    source_name: row.source_name ?? sourceName,
    source_logo_url: row.source_logo_url,
    disclaimer: row.disclaimer,
    copyright: row.copyright,
    ai: row.ai,
    show_sold: row.show_sold,
    sold_max_age_days: row.sold_max_age_days,
    show_history: row.show_history,
    show_days_on_market: row.show_days_on_market,
    show_coordinates: row.show_coordinates,
    avm: row.avm as SourceRules["avm"],
    comments: row.comments as SourceRules["comments"],
    max_age_hours: row.max_age_hours,
    vow_fields: row.vow_fields,
    vow_terms: version === null || text === null ? null : { version, text },
    fields_hidden: row.fields_hidden,
  };
}

/** The columns in which the rules are stored. */
export function toRow(sourceName: string, rules: SourceRules) {
  const { vow_terms, source_name, ...rest } = rules;
  return {
    ...rest,
    source_name: source_name === sourceName ? null : source_name,
    vow_terms_version: vow_terms?.version ?? null,
    vow_terms_text: vow_terms?.text ?? null,
  };
}
