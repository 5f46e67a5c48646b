import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf } from "../../../../test/harness/brokerage-fixture.ts";
import { onFullDisk } from "../../../../test/harness/full-disk.ts";
import { type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { sendBytes } from "../../../../test/harness/send-bytes.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { testSecrets } from "../../../../test/harness/test-secrets.ts";
import { leadUnsubscribeLink } from "../../../messages/lead-unsubscribe-link.ts";
import { signLink } from "../../../platform/crypto/signed-links.ts";

const PATH = "/api/drips/unsubscribe";

/** SPEC: Drip sequences, public. */
describe("unsubscribeLead", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  let lead: number;
  let link: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openLeads(lintel, `leaving-${++made}`);
    lead = await brokerage.makeLead();
    link = await linkOf(lead);
  });

  const linkOf = async (id: number) =>
    new URL((await leadUnsubscribeLink(lintel.ctx, id)) as string).pathname;
  const flags = async (id = lead) =>
    (await lintel.call(`/api/v1/admin/leads/${id}/flags`, { key: await lintel.createKey("admin") })).body
      .flags;

  it("sets the flag of the link's lead, and confirms it on a plain page", async () => {
    expect(await linkOf(lead)).toMatch(new RegExp(`^${PATH}/[\\w.-]+$`));
    const { status, headers, text } = await lintel.call(link);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("<h1>You are unsubscribed</h1>");
    expect(text).toContain(`<p>leaving-${made} will send you no more of these emails.</p>`);
    expect(text).not.toContain("ada@visitors.test");
    expect(await flags()).toMatchObject([
      {
        flag: "unsubscribed",
        active: true,
        reason: "unsubscribe link",
        set_at: lintel.clock.now().toISOString(),
        set_by: "lead",
      },
    ]);
    expect((await auditOf(lintel, "lead", lead)).at(-1)).toMatchObject({
      before: { unsubscribed: { active: false, reason: null } },
      after: { unsubscribed: { active: true, reason: "unsubscribe link" } },
    });
  });

  it.each(["GET", "POST"] as const)("works by %s on a full disk", async (method) => {
    expect((await onFullDisk(lintel, () => lintel.call(link, { method }))).status).toBe(200);
    expect(await flags()).toMatchObject([{ flag: "unsubscribed", active: true }]);
  });

  it("leaves the leads of other people and of other brokerages alone", async () => {
    const other = await brokerage.makeLead({ email: "bob@visitors.test" });
    const elsewhere = await (await openLeads(lintel, `elsewhere-${made}`)).makeLead();
    await lintel.call(link);
    expect([await flags(other), await flags(elsewhere)]).toEqual([[], []]);
  });

  it("of a lead whose address is gone is that lead's alone: others without one are other people", async () => {
    const [gone, other] = [await brokerage.makeLead({ email: "" }), await brokerage.makeLead({ email: "" })];
    await lintel.call(await linkOf(gone));
    expect([await flags(gone), await flags(other)]).toMatchObject([[{ flag: "unsubscribed" }], []]);
  });

  it("is for the person: their other leads have the flag too, and those that come later", async () => {
    const other = await brokerage.makeLead({ email: "ADA@visitors.test" });
    await lintel.call(link);
    const later = await brokerage.makeLead();
    for (const each of [other, later]) {
      expect(await flags(each)).toMatchObject([
        { flag: "unsubscribed", active: true, reason: "unsubscribe link", set_by: "lead" },
      ]);
    }
  });

  it("holds for no later lead once it is cleared of all", async () => {
    await lintel.call(link);
    const cleared = await lintel.call(`/api/v1/admin/leads/${lead}/flags/unsubscribed`, {
      method: "DELETE",
      key: brokerage.broker,
      body: { reason: "wants them again" },
    });
    expect(cleared.status).toBe(200);
    expect(await flags(await brokerage.makeLead())).toEqual([]);
  });

  it("works as often as it is followed, and keeps when it was first, and why", async () => {
    const first = lintel.clock.now().toISOString();
    await lintel.call(link);
    lintel.clock.advance(60_000);
    expect((await lintel.call(link)).status).toBe(200);
    expect(await flags()).toMatchObject([{ set_at: first }]);

    const elsewhere = await openLeads(lintel, `known-${made}`);
    const known = await elsewhere.makeLead();
    const body = { reason: "said so on the phone" };
    await lintel.call(`/api/v1/admin/leads/${known}/flags/unsubscribed`, {
      method: "PUT",
      key: elsewhere.broker,
      body,
    });
    expect((await lintel.call(await linkOf(known))).status).toBe(200);
    expect(await flags(known)).toMatchObject([{ reason: "said so on the phone" }]);
  });

  it("sets it again after staff have cleared it", async () => {
    await lintel.call(link);
    await lintel.call(`/api/v1/admin/leads/${lead}/flags/unsubscribed`, {
      method: "DELETE",
      key: brokerage.broker,
    });
    await lintel.call(link);
    const active = (await flags()).map((flag: { active: boolean }) => flag.active);
    expect(active.toSorted()).toEqual([false, true]);
  });

  it("sets one flag, however many follow it at once", async () => {
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => lintel.call(link, at % 2 ? { method: "POST" } : {})),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await flags()).toHaveLength(1);
    const audited = (await auditOf(lintel, "lead", lead)).filter(
      ({ after }) => "unsubscribed" in (after as object),
    );
    expect(audited).toHaveLength(1);
  });

  it("works on any Host, and on none", async () => {
    for (const host of [
      brokerage.host,
      (await lintel.createTenant(`leaving-${++made}`)).host,
      "unknown.test",
    ]) {
      const id = await brokerage.makeLead();
      expect([host, (await lintel.call(await linkOf(id), { host })).status]).toEqual([host, 200]);
      expect(await flags(id)).toHaveLength(1);
    }
    const text = await sendBytes(lintel.app, `GET ${link} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    expect([/ 200 OK/.test(text), (await flags()).length]).toEqual([true, 1]);
  });

  it("works for a disabled brokerage, because an opt-out always applies", async () => {
    await brokerage.disable();
    expect((await lintel.call(link)).status).toBe(200);
    expect(await flags()).toHaveLength(1);
  });

  it("is answered with one and the same 404 page where the link is not ours, or its lead is gone", async () => {
    const token = link.split("/").at(-1) as string;
    const [head, payload, signature] = token.split(".") as [string, string, string];
    const other = Buffer.from(JSON.stringify({ type: "lead_unsubscribe", sub: "1" })).toString("base64url");
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const sign = (secret: string, type: string, id: number) => signLink(secret, { type, id });
    const { favoritesSecret } = testSecrets;
    const bad = [
      "nonsense",
      "a.b.c",
      "%3Cscript%3E",
      `${token}x`,
      `${token}%0A`,
      `${token}%20`,
      `${token}=`,
      `${head}.${payload}.${signature.slice(0, 9)}%20${signature.slice(9)}`,
      otherSpelling(token),
      `${head}.${other}.${signature}`,
      `${none}.${payload}.`,
      await sign("another secret, 32 characters and more", "lead_unsubscribe", lead),
      await sign(favoritesSecret, "newsletter_unsubscribe", lead),
      await sign(favoritesSecret, "favorites_auth", lead),
      await sign(favoritesSecret, "lead_unsubscribe", 2_147_483_647),
      await sign(favoritesSecret, "lead_unsubscribe", 9_999_999_999),
    ];
    const pages = new Set<string>();
    for (const each of bad) {
      const { status, headers, text } = await lintel.call(`${PATH}/${each}`);
      expect([each, status, headers["content-type"]]).toEqual([each, 404, "text/html; charset=utf-8"]);
      pages.add(text);
    }
    const gone = await brokerage.makeLead();
    const linkOfGone = await linkOf(gone);
    await lintel.call(`/api/v1/admin/leads/${gone}`, { method: "DELETE", key: brokerage.broker });
    pages.add((await lintel.call(linkOfGone)).text);
    expect([...pages]).toEqual([expect.stringContaining("<p>This link is not valid.</p>")]);
    expect(await flags()).toEqual([]);
  });

  it("HEAD does nothing: an empty 200, also for a bad token", async () => {
    for (const path of [link, `${PATH}/nonsense`]) {
      const { status, text } = await lintel.call(path, { method: "HEAD" });
      expect([path, status, text]).toEqual([path, 200, ""]);
    }
    expect(await flags()).toEqual([]);
  });
});

/** The same bytes: of the last letter of 32 bytes in base64url, two bits say nothing. */
function otherSpelling(token: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return token.slice(0, -1) + letters[letters.indexOf(token.at(-1) as string) ^ 1];
}
