import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { startTestApp } from "../../../test/harness/test-app.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { MIGRATIONS } from "../../platform/database/migrate.ts";

it("labels that were given before they belonged to a brokerage go to the one whose person or key gave them", async () => {
  const lintel = await startTestApp();
  const { db } = lintel.database;
  const north = await lintel.createTenant("north");
  const south = await lintel.createTenant("south");
  const key = (name: string, role: string, brokerage: number | null) =>
    sql`insert into api_keys (name, prefix, key_hash, role, brokerage_id)
      values (${name}, 'x', sha256(${name + brokerage}::bytea), ${role}, ${brokerage})`.execute(db);
  await key("north site", "agent", north.id);
  await key("both", "broker", north.id);
  await key("both", "broker", south.id);
  await key("root", "admin", null);
  // As it was before.
  await sql`alter table image_room_types drop column id, drop column brokerage_id`.execute(db);
  await sql`alter table image_room_types add primary key (photo_id)`.execute(db);
  await sql`alter table image_features drop column brokerage_id`.execute(db);
  await sql`alter table image_features add unique (photo_id, key)`.execute(db);
  const givers = ["both", "both", "north site", "root", "gone"];
  for (const [nth, giver] of givers.entries()) {
    await sql`insert into image_room_types (photo_id, room_type, confidence, set_by, set_at)
      values (${nth}, 'garage', 1, ${giver}, now())`.execute(db);
    await sql`insert into image_features (photo_id, key, label, category, added_by, added_at)
      values (${nth}, 'deck', 'Deck', 'feature', ${giver}, now())`.execute(db);
  }
  // The first one's audit rows are there still.
  await sql`insert into audit_log
      (brokerage_id, actor_type, actor_name, action, target_type, target_id, after, request_id, created_at)
    values
      (${south.id}, 'api_key', 'both', 'update', 'image', '0', '{"room_type": "garage"}', 'x', now()),
      (${south.id}, 'api_key', 'both', 'create', 'image_feature', (select min(id)::text from image_features), '{}', 'x', now())`.execute(
    db,
  );

  const migration = await readFile(`${MIGRATIONS}0030-image-corrections-of-brokerages.sql`, "utf8");
  const reads = await inTransaction(lintel.ctx, async (ctx) => {
    await sql.raw(migration).execute(ctx.db);
    const { rows } = await sql<{ reads: number }>`
      select (seq_scan + coalesce(idx_scan, 0))::int as reads
      from pg_stat_xact_user_tables
      where relname = 'audit_log'`.execute(ctx.db);
    return rows[0]?.reads;
  });
  // However many labels there are: half a million audit rows would take a second for each.
  expect(reads).toBe(1);

  const expected = [south.id, null, north.id, null, null];
  for (const table of ["image_room_types", "image_features"]) {
    const { rows } = await sql<{ brokerage_id: number | null }>`
      select brokerage_id from ${sql.table(table)} order by photo_id`.execute(db);
    expect(rows.map(({ brokerage_id }) => brokerage_id)).toEqual(expected);
  }
  await lintel.close();
});
