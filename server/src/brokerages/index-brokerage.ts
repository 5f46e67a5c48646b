import type { UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { type IndexedRecord, indexRecord, type RecordSource } from "../record-search/index.ts";
import { brokerageColumns, toBrokerage } from "./brokerage-row.ts";
import type { Brokerage } from "./brokerages.schemas.ts";

/** Stores the brokerage's profile in the search index. */
export async function indexBrokerage(ctx: Context<UsesModels>, brokerage: Brokerage): Promise<void> {
  await indexRecord(ctx, searchable(brokerage));
}

/** All brokerages in the search index. */
export const brokerageSource: RecordSource = {
  kind: "brokerage",
  async after(ctx, id, limit) {
    const rows = await ctx.db
      .selectFrom("brokerages")
      .select(brokerageColumns)
      .where("id", ">", id)
      .where("disabled_at", "is", null)
      .orderBy("id")
      .limit(limit)
      .execute();
    return rows.map((row) => searchable(toBrokerage(row)));
  },
};

function searchable(brokerage: Brokerage): IndexedRecord {
  const words = [
    brokerage.name,
    brokerage.tagline,
    brokerage.franchise_affiliation,
    brokerage.address_city,
    brokerage.address_state,
    brokerage.military_specialist && "Military specialist",
    brokerage.va_loans && "VA loans",
    brokerage.description,
    brokerage.hero_headline,
    brokerage.hero_subtitle,
    brokerage.license_number,
    brokerage.slug,
  ];
  return {
    kind: "brokerage",
    id: brokerage.id,
    brokerageId: brokerage.id,
    text: words.filter(Boolean).join("\n"),
  };
}
