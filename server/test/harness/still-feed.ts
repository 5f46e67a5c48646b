import type { TestApp } from "./test-app.ts";

/** Gives a source a feed that was last current so many hours ago, and that no keeper runs. */
export async function addStillFeed(lintel: TestApp, source: string, hoursAgo: number): Promise<void> {
  const { db } = lintel.database;
  const { id } = await db
    .selectFrom("sources")
    .select("id")
    .where("name", "=", source)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("feeds")
    .values({
      source_id: id,
      base_url: "https://feed.test/odata",
      auth_type: "bearer",
      sealed_secret: "sealed",
      resources: ["Property"],
      current_as_of: new Date(lintel.clock.now().getTime() - hoursAgo * 3_600_000),
    })
    .execute();
}
