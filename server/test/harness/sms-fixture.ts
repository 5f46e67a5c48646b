import type { Insertable } from "kysely";
import { deliverChannel, notify, type Recipient } from "../../src/messages/index.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Agents } from "../../src/platform/database/types.generated.ts";
import { type LeadFixture, openLeads } from "./lead-fixture.ts";
import type { LedgerRow } from "./mail-fixture.ts";
import { type Reply, startTestApp, type TestApp } from "./test-app.ts";
import { accountSid, signForm, startTwilioServer, type TwilioServer } from "./twilio-server.ts";

export const PLATFORM = {
  accountSid: accountSid("0"),
  authToken: "the-platform's-token",
  from: "+12085550000",
};

/** The whole product with a provider of texts, which leave when a test says so. */
export type SmsFixture = {
  lintel: TestApp;
  provider: TwilioServer;
  /** Sends the texts that are due now. */
  deliver(ctx?: Context): ReturnType<typeof deliverChannel>;
  /** A brokerage that has switched texts on. */
  open(slug: string): Promise<SmsBrokerage>;
  /** Passes a text on, as the provider does: to the platform's number, but where `sent` says otherwise. */
  receive(text: { From: string; Body: string } & Record<string, string>, sent?: Sent): Promise<Reply>;
  close(): Promise<void>;
};

/** How a text is passed on: signed with this token, for this address, or with this header. */
type Sent = { token?: string; address?: string; signature?: string | null };

export const INBOUND = "/api/sms/inbound";
export const PUBLIC = "https://api.test";

export type SmsBrokerage = LeadFixture & {
  /** Changes its lead settings. */
  settle(settings: object): Promise<void>;
  /** Gives it an account of its own, which the provider has. */
  ownAccount(account?: Partial<{ account_sid: string; auth_token: string; from: string }>): Promise<void>;
  /** An agent with a telephone. */
  withPhone(phone: string, fields?: Partial<Insertable<Agents>>): Promise<Recipient>;
  /** Changes an agent, by the broker. */
  change(agentId: number, fields: object): Promise<void>;
  /** Writes a text about a lead. */
  write(to: Recipient, parts?: { leadId?: number; occasion?: string; leadName?: string }): Promise<void>;
  ledger(): Promise<LedgerRow[]>;
};

let written = 0;

export async function openSms(environment: Record<string, string> = {}): Promise<SmsFixture> {
  // The provider's clock is the product's.
  let now = () => new Date();
  const provider = await startTwilioServer(() => now());
  provider.accounts.set(PLATFORM.accountSid, PLATFORM.authToken);
  const lintel = await startTestApp({
    LOG_LEVEL: "silent",
    TWILIO_ACCOUNT_SID: PLATFORM.accountSid,
    TWILIO_AUTH_TOKEN: PLATFORM.authToken,
    TWILIO_FROM: PLATFORM.from,
    TWILIO_BASE_URL: provider.url,
    PUBLIC_API_URL: PUBLIC,
    ...environment,
  });
  now = () => lintel.clock.now();
  return {
    lintel,
    provider,
    deliver: (ctx = lintel.ctx) => deliverChannel(ctx, "sms"),
    receive(text, { token = PLATFORM.authToken, address = PUBLIC + INBOUND, signature } = {}) {
      const form = {
        AccountSid: PLATFORM.accountSid,
        MessageSid: `SM${String(++written).padStart(32, "0")}`,
        To: PLATFORM.from,
        NumMedia: "0",
        ...text,
      };
      const signed = signature === undefined ? signForm(address, form, token) : signature;
      return lintel.call(INBOUND, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          ...(signed !== null && { "x-twilio-signature": signed }),
        },
        body: new URLSearchParams(form).toString(),
      });
    },
    async open(slug) {
      const brokerage = await openLeads(lintel, slug);
      const opened = withSms(lintel, provider, brokerage);
      await opened.settle({ sms: true });
      return opened;
    },
    async close() {
      await lintel.close();
      await provider.close();
    },
  };
}

function withSms(lintel: TestApp, provider: TwilioServer, brokerage: LeadFixture): SmsBrokerage {
  const put = async (path: string, body: object) => {
    const { status, text } = await lintel.call(path, { method: "PUT", key: brokerage.broker, body });
    if (status !== 200) throw new Error(`PUT ${path} answered ${status}: ${text}`);
  };
  return {
    ...brokerage,
    settle: (settings) => put(`/api/admin/brokerages/${brokerage.id}/lead-settings`, settings),
    async ownAccount(parts = {}) {
      const account = {
        account_sid: accountSid("1"),
        auth_token: `the token of ${brokerage.id}`,
        from: "+12085550001",
        ...parts,
      };
      provider.accounts.set(account.account_sid, account.auth_token);
      await put(`/api/admin/brokerages/${brokerage.id}/sms-account`, account);
    },
    async withPhone(phone, fields = {}) {
      const { id, name } = await brokerage.hire(`Agent${++written}`, { phone, ...fields });
      const timeZone = fields.time_zone ?? "America/Boise";
      return { kind: "agent", id, name, email: `agent-${id}@agents.test`, phone, timeZone };
    },
    change: (agentId, fields) => put(`/api/admin/agents/${agentId}`, fields),
    async write(to, { leadId, occasion = `occasion ${++written}`, leadName = "Ada Lovelace" } = {}) {
      const lead = leadId ?? (await brokerage.makeLead());
      await notify(lintel.ctx, [
        {
          brokerageId: brokerage.id,
          leadId: lead,
          to,
          channels: ["sms"],
          occasion,
          replyTo: null,
          template: "agent_reminder",
          data: {
            name: to.name,
            leadName,
            email: "ada@visitors.test",
            phone: "(208) 555-0101",
            arrivedAt: "Mon, June 15, 6:00 AM",
            waited: "10 minutes",
            target: "5 minutes",
            agentName: to.name,
            isOwn: true,
            crmUrl: `https://crm.test/leads/${lead}`,
          },
        },
      ]);
    },
    ledger: () =>
      lintel.database.db
        .selectFrom("messages")
        .select([
          "recipient",
          "kind",
          "state",
          "attempts",
          "failure",
          "content",
          "reference",
          "due_at",
          "finished_at",
        ])
        .where("brokerage_id", "=", brokerage.id)
        .where("channel", "=", "sms")
        .orderBy("id")
        .execute(),
  };
}
