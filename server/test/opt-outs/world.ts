import type { Recipient } from "../../src/messages/index.ts";
import { FROM } from "../harness/mail-fixture.ts";
import { openSms, PLATFORM, type SmsBrokerage, type SmsFixture } from "../harness/sms-fixture.ts";
import { type SmtpServer, startSmtpServer } from "../harness/smtp-server.ts";
import { accountSid } from "../harness/twilio-server.ts";
import type { Window } from "./wall-clock.ts";

export type Account = { accountSid: string; authToken: string };

export type Brokerage = {
  fixture: SmsBrokerage;
  /** With which its texts are sent. */
  account: Account;
  /** What it has set. */
  settings: Window & { time_zone: string; sms: boolean };
};

/** What the product has been asked to send. */
export type PendingMessage = {
  kind: "mail" | "text";
  cast: Cast;
  /** Whether it has been forbidden at any time since: only then it may be dropped. */
  forbidden: boolean;
};

/** A lead and an agent, and what they have said they want: what holds by the words of the specification. */
export type Cast = {
  brokerage: Brokerage;
  leadId: number;
  leadEmail: string;
  leadPhone: string;
  agent: Recipient & { phone: string };
  /** The agent's own; null: the brokerage's. */
  timeZone: string | null;
  /** By whom each flag of the lead is set. */
  flags: Map<string, "staff" | "lead">;
  /** Whether the agent has opted out of texts, and who set that last. */
  optedOut: "by setting" | "by STOP" | null;
  /** Whether the agent's telephone has texted STOP, and no START since. */
  stopped: boolean;
};

export type World = {
  sms: SmsFixture;
  mail: SmtpServer;
  brokerages: Brokerage[];
  casts: Cast[];
  /** What is on its way, by its occasion. */
  pending: Map<string, PendingMessage>;
  close(): Promise<void>;
};

export const timeZones = [
  "America/Boise",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Asia/Kolkata",
];

/** Before the first clock change of the year. */
const START = "2026-01-15T12:00:00Z";

/** One brokerage in each time zone: three with the platform's account, two that share one, one with its own. */
export async function openWorld(size: number): Promise<World> {
  const mail = await startSmtpServer();
  const sms = await openSms({ MAIL_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: FROM });
  sms.lintel.clock.set(START);
  const brokerages: Brokerage[] = [];
  for (const [at, time_zone] of timeZones.entries()) {
    const fixture = await sms.open(`optouts-${at}`);
    const settings = { quiet_start: "21:00", quiet_end: "08:00", time_zone, sms: true };
    await fixture.settle(settings);
    brokerages.push({ fixture, account: await accountOf(fixture, at), settings });
  }
  const casts: Cast[] = [];
  for (let at = 0; at < size; at++) casts.push(await newCast(sms, brokerages[at % brokerages.length]!, at));
  return {
    sms,
    mail,
    brokerages,
    casts,
    pending: new Map(casts.map((cast) => [`welcome:lead ${cast.leadId}:${cast.leadEmail}`, welcome(cast)])),
    async close() {
      await sms.close();
      await mail.close();
    },
  };
}

const welcome = (cast: Cast): PendingMessage => ({ kind: "mail", cast, forbidden: false });

async function accountOf(fixture: SmsBrokerage, at: number): Promise<Account> {
  if (at < 3) return PLATFORM;
  const own = { accountSid: accountSid(at < 5 ? "c" : "d"), authToken: `token of account ${at < 5 ? 1 : 2}` };
  await fixture.ownAccount({ account_sid: own.accountSid, auth_token: own.authToken });
  return own;
}

/** A visitor who has registered, which sends them a welcome, and an agent. */
async function newCast(sms: SmsFixture, brokerage: Brokerage, at: number): Promise<Cast> {
  const { fixture } = brokerage;
  const leadEmail = `lead-${at}@visitors.test`;
  const leadPhone = `+1208555${String(1000 + at)}`;
  const body = { name: `Visitor ${at}`, email: leadEmail, phone: leadPhone };
  const reply = await sms.lintel.call("/register", { method: "POST", host: fixture.host, body });
  if (reply.status !== 200) throw new Error(`registering answered ${reply.status}: ${reply.text}`);
  const phone = `+1208777${String(1000 + at)}`;
  // Which agent gets the lead does not matter: routing assigns no other leads to this one.
  const agent = await fixture.withPhone(phone, { accepting_leads: false });
  return {
    brokerage,
    leadId: Number(reply.body.lead_id),
    leadEmail,
    leadPhone,
    agent: { ...agent, phone },
    timeZone: null,
    flags: new Map(),
    optedOut: null,
    stopped: false,
  };
}
