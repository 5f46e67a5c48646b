import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type Band, HOT_FROM, minHeatFor, WARM_FROM } from "../../engagement/temperature/score.ts";
import { type LeadScope, leadsWithin } from "../../lead-scope.ts";
import { tagOf } from "../../tags/tag-names.ts";
import type { LeadListQuery } from "../records.schemas.ts";
import { matchesText } from "./matches-text.ts";

/** A query of the leads in a scope that match the filters, to extend. */
export function matchingLeads(db: Db, scope: LeadScope, input: LeadListQuery, now: Date) {
  const { q = "", stage, unassigned, temperature, flag, tag, pipeline_type, suspect } = input;
  let leads = leadsWithin(db, scope);
  if (q !== "") leads = leads.where("leads.id", "in", leadsWithWords(db, scope, q));
  if (stage !== undefined) leads = leads.where("stage", "=", stage);
  if (unassigned !== undefined) leads = leads.where("assigned_agent_id", unassigned ? "is" : "is not", null);
  if (temperature !== undefined) leads = leads.where(isInBand(temperature, now));
  if (pipeline_type !== undefined) leads = leads.where("pipeline_type", "=", pipeline_type);
  if (suspect !== undefined) leads = leads.where(sql<boolean>`(suspicions <> '{}') = ${suspect}`);
  if (tag !== undefined)
    leads = leads.where("leads.id", "in", taggedLeads(db, scope, tagOf(tag, ["query", "tag"])));
  if (flag === undefined) return leads;
  return leads.where(({ exists, selectFrom }) =>
    exists(
      selectFrom("lead_flags")
        .select("lead_flags.id")
        .whereRef("lead_flags.lead_id", "=", "leads.id")
        .where("lead_flags.flag", "=", flag)
        .where("lead_flags.cleared_at", "is", null),
    ),
  );
}

/** Reads the words of all leads in the scope, which are short. Index: lead_words_brokerage where the brokerage has few of them. */
function leadsWithWords(db: Db, scope: LeadScope, text: string) {
  return db
    .selectFrom("lead_words")
    .select("lead_words.lead_id")
    .where(matchesText(text))
    .$if(scope !== null, (query) => query.where("lead_words.brokerage_id", "=", scope?.brokerageId ?? 0));
}

/** Index: lead_tag_names_brokerage_id_name_key, or lead_tag_names_name for all brokerages; then lead_tags_tag. */
function taggedLeads(db: Db, scope: LeadScope, name: string) {
  return db
    .selectFrom("lead_tags")
    .select("lead_tags.lead_id")
    .where("lead_tags.tag_id", "in", (from) =>
      from
        .selectFrom("lead_tag_names")
        .select("lead_tag_names.id")
        .where("lead_tag_names.name", "=", name)
        .$if(scope !== null, (query) =>
          query.where("lead_tag_names.brokerage_id", "=", scope?.brokerageId ?? 0),
        ),
    );
}

/** Whether the lead is in a band now, with the limits of the shown band. */
function isInBand(band: Band, now: Date) {
  const [warm, hot] = [minHeatFor(WARM_FROM, now), minHeatFor(HOT_FROM, now)];
  if (band === "hot") return sql<boolean>`heat >= ${hot}`;
  if (band === "warm") return sql<boolean>`heat >= ${warm} and heat < ${hot}`;
  return sql<boolean>`(heat is null or heat < ${warm})`;
}
