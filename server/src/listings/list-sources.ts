import type { ActorContext, Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { envelope, type PageRequest, rowsOf } from "../platform/http/list-envelope.ts";
import type { SourcePage } from "./listings.schemas.ts";

/** Where listings come from: every MLS feed and file that was ever imported, by name (decisions.md: Listings). */
export async function listSources(ctx: ActorContext, input: PageRequest): Promise<SourcePage> {
  const { total } = await ctx.db
    .selectFrom("sources")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const items = await ctx.db
    .selectFrom("sources")
    .select(["id", "name", "created_at"])
    .orderBy("name")
    .limit(limit)
    .offset(offset)
    .execute();
  return envelope(items, total, input);
}

export type SourceCount = { name: string; created_at: Date; listings: number };

/** `lintel sources list`: all sources by name, with the number of their listings that are not removed. */
export async function listSourcesHere(ctx: Context): Promise<SourceCount[]> {
  return ctx.db
    .selectFrom("sources")
    .leftJoin("listings", (join) =>
      join.onRef("listings.source_id", "=", "sources.id").on("listings.status", "!=", "Delete"),
    )
    .select(({ fn }) => ["name", "sources.created_at", fn.count<number>("listings.id").as("listings")])
    .groupBy("sources.id")
    .orderBy("name")
    .execute();
}

export type Source = { id: number; name: string };

/** The sources of these names; names that no source has are left out. */
export async function sourcesNamed(db: Db, names: string[]): Promise<Source[]> {
  if (names.length === 0) return [];
  return db.selectFrom("sources").select(["id", "name"]).where("name", "in", names).execute();
}

/** The names of these sources, in alphabetical order. */
export async function sourceNames(db: Db, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("sources").select("name").where("id", "in", ids).orderBy("name").execute();
  return rows.map(({ name }) => name);
}

/** The names of these sources, by id. */
export async function sourcesById(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("sources").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How many listings each of these sources has, without removed ones. Index: listings (source_id, listing_key). */
export async function listingsOfSources(db: Db, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("listings")
    .select(({ fn }) => ["source_id", fn.countAll<number>().as("listings")])
    .where("source_id", "in", ids)
    .where("status", "!=", "Delete")
    .groupBy("source_id")
    .execute();
  return new Map(rows.map(({ source_id, listings }) => [source_id, listings]));
}
