import { sql } from "kysely";
import { acceptedVowTerms } from "../listings/index.ts";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";

/** Creates the client with that email, or finds the existing one. @returns its id. */
export async function ensureClient(
  { db, clock }: Context,
  { brokerageId, email }: DataSubject,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into clients (brokerage_id, email, created_at)
    values (${brokerageId}, ${email.toLowerCase()}, ${clock.now()})
    on conflict (brokerage_id, lower(email)) do update set email = clients.email
    returning id`.execute(db);
  return (rows[0] as { id: number }).id;
}

/** Finds a client of the brokerage; null when the client was deleted. */
export async function findClient(
  { db }: Context,
  { brokerageId, clientId }: { brokerageId: number; clientId: number },
): Promise<{ id: number; email: string } | null> {
  const client = await db
    .selectFrom("clients")
    .select(["id", "email"])
    .where("id", "=", clientId)
    .where("brokerage_id", "=", brokerageId)
    .executeTakeFirst();
  return client ?? null;
}

/** Finds the id of the client with that email; null without one. */
export async function findClientId(
  { db }: Context,
  { brokerageId, email }: DataSubject,
): Promise<number | null> {
  const client = await db
    .selectFrom("clients")
    .select("id")
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("email"), email))
    .executeTakeFirst();
  return client?.id ?? null;
}

/**
 * Locks a person's client record before its erasure, first of all: what is written for the client meanwhile, such as alerts that hold the
 * record (`keepClients`), comes before and is erased too, or finds no client.
 */
export async function lockClientToErase({ db }: Context, person: DataSubject): Promise<void> {
  await db
    .selectFrom("clients")
    .select("id")
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .forUpdate()
    .execute();
}

/** Deletes a person's client record with everything that belongs only to it. @returns how many clients. */
export async function eraseClients({ db }: Context, person: DataSubject): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("clients")
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The stored client records of a person, with the terms of sources that they have accepted. */
export async function exportClients({ db }: Context, person: DataSubject): Promise<object[]> {
  const clients = await db
    .selectFrom("clients")
    .select(["id", "email", "created_at"])
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .execute();
  return Promise.all(
    clients.map(async ({ id, ...client }) => ({ ...client, vow_terms: await acceptedVowTerms(db, id) })),
  );
}
