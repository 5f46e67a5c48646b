import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { FAVORITES, type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";

const ADA = "ada@visitors.test";
const MINUTE = 60_000;
const sent = [
  200,
  { success: true, message: "Check your email: we have sent you a link that works for 15 minutes." },
];
const TOO_MANY = "Too many magic link requests. Please check your email or wait 15 minutes.";

describe("requestMagicLink", () => {
  let fixture: MailFixture;
  let brokerage: FavoritesFixture;
  let made = 0;
  beforeAll(async () => {
    // Three pending links are a rule of the product, and no rate limit: it stays on without those.
    fixture = await openMail({ PUBLIC_API_URL: "https://api.test/lintel", RATE_LIMITS: "off" });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await openFavorites(fixture.lintel, `links-${++made}`);
  });

  const links = () =>
    fixture.lintel.database.db
      .selectFrom("magic_links")
      .selectAll()
      .where("brokerage_id", "=", brokerage.id)
      .orderBy("id")
      .execute();

  it("gives the same reply for every address, known to the brokerage or not", async () => {
    await brokerage.makeLead({ email: ADA });
    await brokerage.signIn("client@visitors.test");
    for (const email of [ADA, "client@visitors.test", "stranger@visitors.test"])
      expect(outcome(await brokerage.requestLink(email))).toEqual(sent);
  });

  it("sends one mail in the brokerage's name, with a link, a footer, and no marketing", async () => {
    const { id, host } = brokerage;
    const key = await fixture.lintel.createKey("admin");
    const named = { name: "Zürich & Söhne Homes", address_street: "1 Main St", address_city: "Boise" };
    await fixture.lintel.call(`/api/admin/brokerages/${id}`, { method: "PUT", key, body: named });
    const olga = { brokerage_id: id, name: "Olga", email: "olga@north.test", is_primary: true };
    await fixture.lintel.call("/api/admin/broker-contacts", { method: "POST", key, body: olga });
    const email = `Reader@${host}`;
    await brokerage.requestLink(email);
    const address = await brokerage.linkUrl(email);
    const code = await brokerage.linkCode(email);
    await fixture.deliver();
    const mails = await fixture.mailsTo(email);
    expect(mails).toHaveLength(1);
    const [mail] = mails as [(typeof mails)[number]];
    expect(mail).toMatchObject({
      subject: "Your link to Zürich & Söhne Homes: favorites on all your devices",
      from: { name: "Zürich & Söhne Homes" },
      replyTo: [{ address: "olga@north.test" }],
    });
    expect(address).toMatch(new RegExp(`^https://${host}/lintel/favorites/verify#token=[\\w-]{43}$`));
    expect(mail.text?.replaceAll("\n", "")).toContain(address);
    expect(mail.html).toContain(`href="${address}"`);
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(mail.html).toContain(code);
    const plain = mail.text?.replaceAll(/\s+/g, " ");
    expect(plain).toContain(`If a page asks you for a code instead, this is it: Code: ${code} `);
    expect(plain).toContain(
      "The link works once, and for 15 minutes. If you did not ask for it, there is nothing",
    );
    expect(plain).toContain("reply with the word unsubscribe");
    expect(plain).toContain("1 Main St");
    expect(mail.headers.filter(({ key }) => key.startsWith("list-"))).toEqual([]);
    const [row] = await fixture.ledger(id);
    expect([row?.state, row?.content]).toEqual(["sent", null]);
  });

  it("links to the brokerage's website when it has one", async () => {
    const key = await fixture.lintel.createKey("admin");
    const website = "https://homes.test/idaho/?lang=en";
    await fixture.lintel.call(`/api/admin/brokerages/${brokerage.id}`, {
      method: "PUT",
      key,
      body: { website },
    });
    await brokerage.requestLink(ADA);
    expect(await brokerage.linkUrl(ADA)).toMatch(
      /^https:\/\/homes\.test\/idaho\/favorites\/verify\?lang=en#token=[\w-]{43}$/,
    );
  });

  it("stores only the hashes of token and code, for 15 minutes, with the requesting session", async () => {
    const session = "6f1c1c1e-0f5e-4a52-9b5a-0d4c8f0e2a11";
    const token = await brokerage.newToken(ADA, { "x-session-id": session });
    await brokerage.newToken("anonymous@visitors.test");
    const now = fixture.lintel.clock.now();
    expect(await links()).toMatchObject([
      {
        email: ADA,
        token_hash: createHash("sha256").update(token).digest(),
        session_id: session,
        created_at: now,
        expires_at: new Date(now.getTime() + 15 * MINUTE),
        used_at: null,
        client_id: null,
      },
      { session_id: null },
    ]);
  });

  it("allows three pending links per email, ignoring case, and replies when the next one is allowed", async () => {
    await brokerage.requestLink(ADA);
    fixture.lintel.clock.advance(4 * MINUTE);
    await brokerage.requestLink("ADA@visitors.test");
    await brokerage.requestLink(ADA);
    const refused = await brokerage.requestLink("Ada@Visitors.test");
    expect(outcome(refused)).toEqual([429, { detail: TOO_MANY, retry_after: 11 * 60 }]);
    expect(refused.headers["retry-after"]).toBe("660");
    fixture.lintel.clock.advance(11 * MINUTE - 1);
    expect((await brokerage.requestLink(ADA)).body).toEqual({ detail: TOO_MANY, retry_after: 1 });
    fixture.lintel.clock.advance(1);
    expect(outcome(await brokerage.requestLink(ADA))).toEqual(sent);
    expect((await brokerage.requestLink(ADA)).status).toBe(429);
    expect(await links()).toHaveLength(4);
  });

  it("counts each email and each brokerage separately", async () => {
    const other = await openFavorites(fixture.lintel, `links-${++made}`);
    for (let n = 0; n < 3; n++) await brokerage.requestLink(ADA);
    expect((await brokerage.requestLink(ADA)).status).toBe(429);
    expect(outcome(await brokerage.requestLink("bob@visitors.test"))).toEqual(sent);
    expect(outcome(await other.requestLink(ADA))).toEqual(sent);
  });

  it("does not count a used link as pending", async () => {
    const token = await brokerage.newToken(ADA);
    await brokerage.requestLink(ADA);
    await brokerage.requestLink(ADA);
    expect((await brokerage.requestLink(ADA)).status).toBe(429);
    await brokerage.verify(token);
    expect(outcome(await brokerage.requestLink(ADA))).toEqual(sent);
    expect((await brokerage.requestLink(ADA)).status).toBe(429);
  });

  it("accepts exactly three of ten concurrent requests, each with its mail", async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => brokerage.requestLink(n % 2 ? ADA : ADA.toUpperCase())),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(await links()).toHaveLength(3);
    expect(await fixture.ledger(brokerage.id)).toHaveLength(3);
  });

  it("refuses an invalid email address, and names the field", async () => {
    const wrong = (body: object) =>
      fixture.lintel
        .call(`${FAVORITES}/magic-link`, { method: "POST", host: brokerage.host, body })
        .then(validationErrors);
    const invalid = [422, [["body.email", "email must be a valid email address"]]];
    expect(await wrong({ email: "ada" })).toEqual(invalid);
    expect(await wrong({ email: "ada@visitors.test\r\nBcc: x@y.test" })).toEqual(invalid);
    expect(await wrong({})).toEqual([422, [["body.email", "email is required"]]]);
    expect(await wrong({ email: 7 })).toEqual([422, [["body.email", "email must be text"]]]);
    const long = "@visitors.test".padStart(256, "a");
    expect(await wrong({ email: long })).toEqual([
      422,
      [["body.email", "email must be at most 255 characters"]],
    ]);
    expect(await links()).toEqual([]);
    expect(outcome(await brokerage.requestLink(long.slice(1)))).toEqual(sent);
  });

  it("is 400 on a domain without brokerage, and on a disabled brokerage's", async () => {
    const noBrokerage = [400, { detail: "Brokerage not found" }];
    const ask = (host: string) =>
      fixture.lintel
        .call(`${FAVORITES}/magic-link`, { method: "POST", host, body: { email: ADA } })
        .then(outcome);
    expect(await ask("unknown.test")).toEqual(noBrokerage);
    await brokerage.disable();
    expect(await ask(brokerage.host)).toEqual(noBrokerage);
  });
});
