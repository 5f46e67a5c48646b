import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

type Held = { name: string; holder: string };

/**
 * Takes a lease that is free or has expired. Expiry uses the database's clock, so that processes with different clocks
 * agree. Index: leases_pkey.
 */
export async function takeLease(db: Db, { name, holder }: Held, ms: number): Promise<boolean> {
  const { rows } = await sql`
    insert into leases (name, holder, held_until)
    values (${name}, ${holder}::uuid, ${inMs(ms)})
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
    where leases.held_until <= clock_timestamp()
    returning name`.execute(db);
  return rows.length > 0;
}

/** False: another worker has taken it meanwhile. Index: leases_pkey. */
export async function renewLease(db: Db, { name, holder }: Held, ms: number): Promise<boolean> {
  const { rows } = await sql`
    update leases
    set held_until = ${inMs(ms)}
    where name = ${name}
      and holder = ${holder}::uuid
    returning name`.execute(db);
  return rows.length > 0;
}

/** Releases a lease, and with it the claims of its holder. Index: leases_pkey. */
export async function endLease(db: Db, { name, holder }: Held): Promise<void> {
  await sql`delete from leases where name = ${name} and holder = ${holder}::uuid`.execute(db);
}

/** Deletes leases that expired long ago: their processes were killed. Expected: a handful of rows in all. */
export async function deleteExpired(db: Db): Promise<void> {
  await sql`delete from leases where held_until < clock_timestamp() - interval '1 hour'`.execute(db);
}

/**
 * Checks that the lease is still held, in the transaction that stores the results. The row is locked, so that no other
 * worker takes the lease before the transaction ends, even when it expires. Index: leases_pkey.
 *
 * @throws LeaseLost when another worker holds it; the transaction must roll back.
 */
export async function requireLease(db: Db, { name, holder }: Held): Promise<void> {
  const { rows } = await sql`
    select 1
    from leases
    where name = ${name}
      and holder = ${holder}::uuid
    for update`.execute(db);
  if (rows.length === 0) throw new LeaseLost(name);
}

export class LeaseLost extends Error {
  constructor(name: string) {
    super(`Another worker has taken over: ${name}. What was made is not stored; that worker makes it.`);
    this.name = "LeaseLost";
  }
}

/**
 * SQL condition on a column with the claiming holder: that holder's lease has not expired. Index: leases_holder_key.
 */
export function isClaimed(claimedBy: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from leases where holder = ${sql.ref(claimedBy)} and held_until > clock_timestamp()
  )`;
}

function inMs(ms: number): RawBuilder<Date> {
  return sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;
}
