import { sql } from "kysely";
import { leadSettings } from "../../lead-settings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { clientContacts, keepClients } from "../../visitors/index.ts";
import type { AlertChannel, Frequency, SearchStatus } from "../saved-searches.schemas.ts";

/** A client as the recipient of alerts. */
export type Recipient = {
  clientId: number;
  brokerageId: number;
  email: string;
  /** The client's own, else the brokerage's (search.md, D47). */
  timeZone: string;
  /** The first alert since their last sign of life. */
  unansweredSince: Date | null;
  /** Whether a mail has said that unanswered alerts are weekly. */
  weeklyAnnounced: boolean;
  /** Alerts of their favorites (D53). */
  favorites: { frequency: Frequency; channels: AlertChannel[]; status: SearchStatus };
};

type Row = {
  client_id: number;
  time_zone: string | null;
  weekly_announced: boolean;
  favorites_frequency: Frequency;
  favorites_channels: AlertChannel[];
  favorites_status: SearchStatus;
};

/**
 * Locks recipients until the end of the transaction, in the order of their ids: what is scheduled for a client is decided by one
 * transaction at a time. Creates their rows. Deleted clients are left out.
 *
 * Index: alert_recipients_pkey, clients_pkey. Expected: the clients of some changes, some hundred rows.
 */
export async function lockRecipients(
  db: Db,
  clientIds: readonly number[],
  zoneOf: (brokerageId: number) => string | undefined,
): Promise<Map<number, Recipient>> {
  if (clientIds.length === 0) return new Map();
  const existing = await keepClients(db, clientIds);
  await sql`
    insert into alert_recipients (client_id)
    select client_id
    from unnest(${existing}::integer[]) as clients (client_id)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<Row>`
    select client_id, time_zone, weekly_announced, favorites_frequency, favorites_channels, favorites_status
    from alert_recipients
    where client_id = any(${existing}::integer[])
    order by client_id
    for update`.execute(db);
  return withContacts(db, rows, zoneOf);
}

/** The recipient of one client, unlocked; with defaults where nothing is stored yet. */
export async function recipientOf(
  db: Db,
  { clientId, brokerageId }: { clientId: number; brokerageId: number },
): Promise<Recipient> {
  const stored = await db
    .selectFrom("alert_recipients")
    .select([
      "client_id",
      "time_zone",
      "weekly_announced",
      "favorites_frequency",
      "favorites_channels",
      "favorites_status",
    ])
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  const row = (stored as Row | undefined) ?? { ...DEFAULTS, client_id: clientId };
  const zone = row.time_zone ?? (await leadSettings(db, brokerageId)).time_zone;
  const recipients = await withContacts(db, [row], () => zone);
  return (
    recipients.get(clientId) ?? toRecipient(row, { brokerageId, email: "", unansweredSince: null }, zone)
  );
}

const DEFAULTS: Omit<Row, "client_id"> = {
  time_zone: null,
  weekly_announced: false,
  favorites_frequency: "instant",
  favorites_channels: ["email"],
  favorites_status: "active",
};

async function withContacts(
  db: Db,
  rows: readonly Row[],
  zoneOf: (brokerageId: number) => string | undefined,
): Promise<Map<number, Recipient>> {
  const contacts = await clientContacts(
    db,
    rows.map(({ client_id }) => client_id),
  );
  return new Map(
    rows.flatMap((row) => {
      const contact = contacts.get(row.client_id);
      const zone = row.time_zone ?? (contact && zoneOf(contact.brokerageId));
      // Without a zone the brokerage is disabled.
      return contact && zone !== undefined ? [[row.client_id, toRecipient(row, contact, zone)] as const] : [];
    }),
  );
}

function toRecipient(
  row: Row,
  { brokerageId, email, unansweredSince }: Pick<Recipient, "brokerageId" | "email" | "unansweredSince">,
  timeZone: string,
): Recipient {
  return {
    clientId: row.client_id,
    brokerageId,
    email,
    timeZone,
    unansweredSince,
    weeklyAnnounced: row.weekly_announced,
    favorites: {
      frequency: row.favorites_frequency,
      channels: row.favorites_channels,
      status: row.favorites_status,
    },
  };
}
