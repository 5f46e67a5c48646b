import { sql } from "kysely";
import { agentsWithEmail } from "../../agents/index.ts";
import { contactsWithEmail, disabledBrokerages } from "../../brokerages/index.ts";
import { isAddress } from "../../platform/data-subject.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Role } from "../../platform/http/permissions.ts";

/** What an email may sign in as: one role in one brokerage, or as an admin. */
export type StaffAccount = {
  /** Its name among the accounts of its email, and the subject of its user. */
  name: string;
  role: Role;
  email: string;
  /** Null: an admin. */
  brokerageId: number | null;
  /** Of a broker too, who is an agent with the same email. */
  agentId: number | null;
  record: AccountRecord;
};

/** The record that gives the right to sign in. A session ends with it. */
export type AccountRecord = {
  agent_id: number | null;
  broker_contact_id: number | null;
  admin_id: number | null;
};

export const noRecord: AccountRecord = { agent_id: null, broker_contact_id: null, admin_id: null };

/**
 * The accounts of an email: as an admin, then one for each brokerage, where a broker contact takes precedence over an agent (web.md, W26).
 * In a transaction, none of them changes or is disabled before its end.
 */
export async function accountsOf(
  db: Db,
  email: string,
  { brokerageId, admins }: { brokerageId: number | null; admins: boolean },
): Promise<StaffAccount[]> {
  const agents = await agentsWithEmail(db, email, brokerageId);
  const contacts = await contactsWithEmail(db, email, brokerageId);
  const disabled = agents.length + contacts.length > 0 ? await disabledBrokerages(db) : [];
  const accounts: StaffAccount[] = admins ? await adminAccounts(db, email) : [];
  for (const { id, ...contact } of contacts) {
    const agent = agents.find((each) => each.brokerageId === contact.brokerageId);
    const record = { ...noRecord, broker_contact_id: id };
    accounts.push({ ...contact, name: `broker-${id}`, role: "broker", agentId: agent?.id ?? null, record });
  }
  for (const { id, ...agent } of agents) {
    accounts.push({
      ...agent,
      name: `agent-${id}`,
      role: "agent",
      agentId: id,
      record: { ...noRecord, agent_id: id },
    });
  }
  const first = new Map<number | null, StaffAccount>();
  for (const account of accounts) {
    if (account.brokerageId !== null && disabled.includes(account.brokerageId)) continue;
    if (!first.has(account.brokerageId)) first.set(account.brokerageId, account);
  }
  return [...first.values()];
}

/** Index admins_email. */
async function adminAccounts(db: Db, email: string): Promise<StaffAccount[]> {
  const rows = await db
    .selectFrom("admins")
    .select(["id", "email"])
    .where(isAddress(sql.ref("email"), email))
    .forShare()
    .execute();
  return rows.map(({ id, email }) => ({
    name: `admin-${id}`,
    role: "admin",
    email,
    brokerageId: null,
    agentId: null,
    record: { ...noRecord, admin_id: id },
  }));
}
