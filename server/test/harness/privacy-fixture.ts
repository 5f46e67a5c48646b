import { sql } from "kysely";
import { sendConfirmations } from "../../src/privacy/index.ts";
import { runSweep } from "../../src/sweep/index.ts";
import { type LeadFixture, openLeads } from "./lead-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

export const REQUESTS = "/api/v1/admin/privacy/requests";
export const DAY = 86_400_000;

type Kind = "erase" | "export";

/** A brokerage that people ask for their data; mail stays in the ledger, where its links are read. */
export type PrivacyFixture = LeadFixture & {
  /** Sends the public request. */
  submit(kind: Kind, email: string, headers?: Record<string, string>): Promise<Reply>;
  /** The same, with the confirmation mail written: the path of the link in it, null where there is no mail. */
  confirmationPath(kind: Kind, email: string): Promise<string | null>;
  /** The same, confirmed: the request's id. */
  submitConfirmed(kind: Kind, email: string): Promise<number>;
  /** Has it carried out, by the broker unless a key is given. */
  run(id: number, key?: string): Promise<Reply>;
  /** The path of the link in the last mail of a kind to an address, or what stands there after a `#`. */
  linkInMail(template: string, email: string, part?: "pathname" | "hash"): Promise<string | null>;
  requests(): ReturnType<typeof requestsOf>;
  sweep(): Promise<Record<string, number>>;
};

export async function openPrivacy(lintel: TestApp, slug: string): Promise<PrivacyFixture> {
  return privacyOf(lintel, await openLeads(lintel, slug));
}

/** The same for a brokerage that a test has already. */
export function privacyOf(lintel: TestApp, brokerage: LeadFixture): PrivacyFixture {
  const fixture: PrivacyFixture = {
    ...brokerage,
    submit: (kind, email, headers = {}) =>
      lintel.call("/api/privacy/requests", {
        method: "POST",
        host: brokerage.host,
        headers,
        body: { kind, email },
      }),
    async confirmationPath(kind, email) {
      const reply = await fixture.submit(kind, email);
      if (reply.status !== 202)
        throw new Error(`the request was answered with ${reply.status}: ${reply.text}`);
      await sendConfirmations(lintel.ctx);
      return fixture.linkInMail("privacy_confirmation", email);
    },
    async submitConfirmed(kind, email) {
      const { status, body, text } = await lintel.call(
        (await fixture.confirmationPath(kind, email)) as string,
        {
          method: "POST",
        },
      );
      if (status !== 200) throw new Error(`the confirmation was answered with ${status}: ${text}`);
      return body.id;
    },
    run: (id, key = brokerage.broker) => lintel.call(`${REQUESTS}/${id}/run`, { method: "POST", key }),
    async linkInMail(template, email, part = "pathname") {
      const row = await lintel.database.db
        .selectFrom("messages")
        .select(sql<string>`content -> 'data' ->> 'url'`.as("url"))
        .where("brokerage_id", "=", brokerage.id)
        .where("kind", "=", template)
        .where("recipient", "=", email)
        .where("content", "is not", null)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ? new URL(row.url)[part] : null;
    },
    requests: () => requestsOf(lintel, brokerage.id),
    sweep: async () => (await runSweep(lintel.ctx)).counts as Record<string, number>,
  };
  return fixture;
}

function requestsOf({ database: { db } }: TestApp, brokerageId: number) {
  return db
    .selectFrom("privacy_requests")
    .selectAll()
    .where("brokerage_id", "=", brokerageId)
    .orderBy("id")
    .execute();
}
