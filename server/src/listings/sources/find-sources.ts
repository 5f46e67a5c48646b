import type { Db } from "../../platform/database/database.ts";

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
