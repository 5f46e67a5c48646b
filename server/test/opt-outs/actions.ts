import { activeFlags } from "../../src/leads/contact-rules/flags.ts";
import { mayReceive } from "../../src/leads/contact-rules/may-receive.ts";
import { lockLead } from "../../src/leads/lead-scope.ts";
import { enqueueMail, notify } from "../../src/messages/index.ts";
import { leadUnsubscribeLink } from "../../src/messages/lead-unsubscribe-link.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { LEADS } from "../harness/lead-fixture.ts";
import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import { noteForbidden, zoneOf } from "./oracle.ts";
import { type Brokerage, type Cast, timeZones, type World } from "./world.ts";

/** Something that one of a cast does. */
export type Action = {
  /** Whether it may allow again what was forbidden: what arrives meanwhile may have come after it. */
  lifts: boolean;
  /** Whether it is done before a delivery, never at the same time. */
  isApart: boolean;
  run: () => Promise<void>;
};

let made = 0;

/** What a cast does next. */
export function drawAction(world: World, cast: Cast, random: SeededRandom): Action {
  const draw = random.weighted<(world: World, cast: Cast, random: SeededRandom) => Action>([
    [30, writeText],
    [25, writeMail],
    [16, setFlag],
    [14, clearFlag],
    [4, unsubscribe],
    [5, optOut],
    [8, optIn],
    [5, stop],
    [8, start],
    [5, move],
  ]);
  return draw(world, cast, random);
}

const action = (run: () => Promise<void>, lifts = false): Action => ({ lifts, isApart: false, run });

function writeText(world: World, cast: Cast): Action {
  return action(async () => {
    const number = ++made;
    const occasion = `text ${number}`;
    const message = { kind: "text", cast, forbidden: false } as const;
    world.pending.set(`agent_reminder:${occasion}:${cast.agent.phone}`, message);
    noteForbidden(world.pending.values(), cast);
    const { fixture } = cast.brokerage;
    await inTransaction(world.sms.lintel.ctx, (ctx) =>
      notify(ctx, [
        {
          brokerageId: fixture.id,
          leadId: cast.leadId,
          to: { ...cast.agent, timeZone: zoneOf(cast) },
          channels: ["sms"],
          occasion,
          replyTo: null,
          template: "agent_reminder",
          data: {
            name: cast.agent.name,
            leadName: "Ada Lovelace",
            email: cast.leadEmail,
            phone: cast.leadPhone,
            arrivedAt: "today",
            waited: "10 minutes",
            target: "5 minutes",
            agentName: cast.agent.name,
            isOwn: true,
            crmUrl: `https://crm.test/leads/${cast.leadId}?${number}`,
          },
        },
      ]),
    );
  });
}

/** As code that writes to a lead does: in the transaction that checks whether the lead may have mail, with the lead locked. */
function writeMail(world: World, cast: Cast): Action {
  return action(() =>
    inTransaction(world.sms.lintel.ctx, async (ctx) => {
      const lead = await lockLead(ctx, cast.leadId);
      const flags = (await activeFlags(ctx.db, [lead.id])).get(lead.id) ?? [];
      if (!mayReceive(flags, lead).email.allowed) return;
      const occasion = `mail ${++made}`;
      world.pending.set(`welcome:${occasion}:${cast.leadEmail}`, { kind: "mail", cast, forbidden: false });
      await enqueueMail(ctx, {
        brokerageId: lead.brokerage_id,
        leadId: lead.id,
        template: "welcome",
        data: { firstName: "Ada", brokerage: "ours", agent: null, website: null },
        to: cast.leadEmail,
        replyTo: null,
        audience: "public",
        occasion,
      });
    }),
  );
}

function setFlag(world: World, cast: Cast, random: SeededRandom): Action {
  const flag = random.weighted([
    [3, "dnc"],
    [3, "do_not_email"],
    [1, "do_not_text"],
    [1, "do_not_call"],
    [1, "unsubscribed"],
  ] as const);
  return action(async () => {
    await call(world, cast, "PUT", `${LEADS}/${cast.leadId}/flags/${flag}`);
    if (!cast.flags.has(flag)) cast.flags.set(flag, "staff");
    noteForbidden(world.pending.values(), cast);
  });
}

function clearFlag(world: World, cast: Cast, random: SeededRandom): Action {
  const flags = [...cast.flags.keys()];
  if (flags.length === 0) return writeMail(world, cast);
  const flag = random.pick(flags);
  return action(async () => {
    await call(world, cast, "DELETE", `${LEADS}/${cast.leadId}/flags/${flag}`);
    cast.flags.delete(flag);
  }, true);
}

/** The link below each mail: mail that is no advertisement goes on. */
function unsubscribe(world: World, cast: Cast): Action {
  return action(async () => {
    const link = new URL((await leadUnsubscribeLink(world.sms.lintel.ctx, cast.leadId)) as string);
    const { status } = await world.sms.lintel.call(link.pathname);
    if (status !== 200) throw new Error(`the unsubscribe link answered ${status}`);
    if (!cast.flags.has("unsubscribed")) cast.flags.set("unsubscribed", "lead");
  });
}

function optOut(world: World, cast: Cast): Action {
  return action(async () => {
    await changeAgent(world, cast, { sms_opt_out: true });
    cast.optedOut ??= "by setting";
    noteForbidden(world.pending.values(), cast);
  });
}

function optIn(world: World, cast: Cast): Action {
  return action(async () => {
    await changeAgent(world, cast, { sms_opt_out: false });
    cast.optedOut = null;
  }, true);
}

function stop(world: World, cast: Cast, random: SeededRandom): Action {
  const isLead = random.chance(0.3);
  return action(async () => {
    await text(world, cast, isLead, random.pick(["STOP", "stop", "Unsubscribe", "QUIT"]));
    if (isLead) {
      if (!cast.flags.has("do_not_text")) cast.flags.set("do_not_text", "lead");
      return;
    }
    cast.stopped = true;
    cast.optedOut ??= "by STOP";
    noteForbidden(world.pending.values(), cast);
  });
}

function start(world: World, cast: Cast, random: SeededRandom): Action {
  const isLead = random.chance(0.3);
  return action(async () => {
    await text(world, cast, isLead, random.pick(["START", "yes", "Unstop"]));
    if (isLead) {
      if (cast.flags.get("do_not_text") === "lead") cast.flags.delete("do_not_text");
      return;
    }
    cast.stopped = false;
    if (cast.optedOut === "by STOP") cast.optedOut = null;
  }, true);
}

/** The agent is somewhere else now, or where the brokerage is. */
function move(world: World, cast: Cast, random: SeededRandom): Action {
  const timeZone = random.pick([...timeZones, null]);
  const run = async () => {
    await changeAgent(world, cast, { time_zone: timeZone });
    cast.timeZone = timeZone;
  };
  return { lifts: false, isApart: true, run };
}

const windows = [
  ["21:00", "08:00"],
  ["22:30", "06:15"],
  ["00:00", "02:30"],
  ["01:00", "02:15"],
  ["01:30", "01:00"],
  ["12:00", "13:00"],
  ["09:00", "09:00"],
] as const;

/** A broker changes how texts of the brokerage go. */
export async function changeSettings(
  world: World,
  brokerage: Brokerage,
  random: SeededRandom,
): Promise<void> {
  const [quiet_start, quiet_end] = random.pick(windows);
  const change = random.weighted([
    [5, { quiet_start, quiet_end }],
    [2, { time_zone: random.pick(timeZones) }],
    [brokerage.settings.sms ? 1 : 6, { sms: !brokerage.settings.sms }],
  ] as const);
  await brokerage.fixture.settle(change);
  Object.assign(brokerage.settings, change);
  noteForbidden(world.pending.values(), brokerage);
}

function changeAgent(world: World, cast: Cast, fields: object): Promise<void> {
  return call(world, cast, "PUT", `/api/admin/agents/${cast.agent.id}`, fields);
}

async function call(world: World, cast: Cast, method: "PUT" | "DELETE", path: string, body: object = {}) {
  const { status, text } = await world.sms.lintel.call(path, {
    method,
    key: cast.brokerage.fixture.broker,
    body,
  });
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`);
}

async function text(world: World, cast: Cast, isLead: boolean, Body: string): Promise<void> {
  const { accountSid, authToken } = cast.brokerage.account;
  const From = isLead ? cast.leadPhone : cast.agent.phone;
  const { status } = await world.sms.receive({ From, Body, AccountSid: accountSid }, { token: authToken });
  if (status !== 200) throw new Error(`${Body} was answered with ${status}`);
}
