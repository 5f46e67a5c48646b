import { type MailFixture, openMail } from "../harness/mail-fixture.ts";
import type { Digits } from "../lifecycle-model/drawn-report.ts";
import { Drips, type Person } from "./spec-drips.ts";

export const OWNER = "owner@office.test";

/** The product with a mail server, and how often what has happened in it. */
export type World = {
  mail: MailFixture;
  admin: string;
  seen: Map<string, number>;
  /** Every Message-ID that has arrived: a reader's mail program may drop the second of two. */
  messageIds: Set<string>;
};

export type Agent = { id: number; name: string; email: string; isThere: boolean };

/** A brokerage with the oracle's view of it. */
export type ModelledBrokerage = {
  world: World;
  drips: Drips;
  id: number;
  name: string;
  host: string;
  broker: string;
  agents: Agent[];
  /** What has been done, in words. */
  log: string[];
  made: number;
};

export async function openWorld(seen: Map<string, number>): Promise<World> {
  const mail = await openMail({ PUBLIC_API_URL: "https://api.test" });
  return { mail, admin: await mail.lintel.createKey("admin"), seen, messageIds: new Set() };
}

let opened = 0;

export async function openModelledBrokerage(world: World): Promise<ModelledBrokerage> {
  const { lintel } = world.mail;
  const name = `drips-${++opened}`;
  const { id, host } = await lintel.createTenant(name);
  const broker = await lintel.createKey("broker", { brokerageId: id });
  const agents: Agent[] = [];
  for (const each of ["ann", "bob"]) {
    const agent = { name: `${each} of ${name}`, email: `${each}@${name}.test` };
    const made = await lintel.createAgent(id, { ...agent, slug: `${name}-${each}` });
    agents.push({ id: made.id, ...agent, isThere: true });
  }
  const owner = { brokerage_id: id, name: "Owner", email: OWNER, is_primary: true };
  const reply = await lintel.call("/api/admin/broker-contacts", { method: "POST", key: broker, body: owner });
  if (reply.status >= 300) throw new Error(`no owner: ${reply.text}`);
  return { world, drips: new Drips(), id, name, host, broker, agents, log: [], made: 0 };
}

export const nowOf = ({ world }: ModelledBrokerage): number => world.mail.lintel.clock.now().getTime();

export const iso = (time: number): string => new Date(time).toISOString();

export function count({ seen }: World, what: string, times = 1): void {
  seen.set(what, (seen.get(what) ?? 0) + times);
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** As the broker of it, unless another key is given. */
export function send(
  brokerage: ModelledBrokerage,
  method: Method,
  path: string,
  body?: object,
  key = brokerage.broker,
) {
  return brokerage.world.mail.lintel.call(path, { method, key, ...(body && { body }) });
}

/** The same when it must be taken. */
export async function must(
  brokerage: ModelledBrokerage,
  method: Method,
  path: string,
  body?: object,
  key = brokerage.broker,
) {
  const reply = await send(brokerage, method, path, body, key);
  if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
  return reply.body;
}

/** Who of the office has the lead and is there. */
export const agentOf = ({ agents }: ModelledBrokerage, { agentId }: Person): Agent | null =>
  agents.find(({ id, isThere }) => isThere && id === agentId) ?? null;

/** One of them, where there are any. */
export const oneOf = <T>(digits: Digits, choices: readonly T[]): T | undefined =>
  choices.length === 0 ? undefined : digits.of(choices);
