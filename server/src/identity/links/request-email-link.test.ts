import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { cookieOf } from "../../../test/harness/client-cookie.ts";
import { openMail } from "../../../test/harness/mail-fixture.ts";
import {
  CONSOLE,
  EMAIL_LINKS,
  openStaff,
  STAFF_SESSIONS,
  type StaffFixture,
} from "../../../test/harness/staff-fixture.ts";
import { mailSignInLinks } from "../../sign-in-mail/index.ts";

const MINUTE = 60_000;

describe("requestEmailLink", () => {
  let staff: StaffFixture;
  let north: { id: number; host: string };
  let made = 0;
  beforeAll(async () => {
    staff = await openStaff();
  });
  afterAll(() => staff.close());
  beforeEach(async () => {
    north = await staff.lintel.createTenant(`links-${++made}`);
  });

  const agent = async (fields = {}) => {
    const email = `ann-${++made}@agents.test`;
    await staff.lintel.createAgent(north.id, { email, ...fields });
    return email;
  };

  it("answers alike, with the same work, whether the address is known or not; a link goes to staff alone", async () => {
    const known = await agent();
    const disabled = await agent({ disabled_at: staff.lintel.clock.now() });
    const replies: unknown[] = [];
    const statements: number[] = [];
    for (const email of [known, "stranger@visitors.test", disabled]) {
      const before = await count();
      replies.push(outcome(await staff.requestLink(north.host, email)));
      statements.push((await count()) - before);
    }
    expect(replies[0]).toEqual([202, { message: expect.stringContaining("member of staff") }]);
    expect(replies[1]).toEqual(replies[0]);
    expect(replies[2]).toEqual(replies[0]);
    expect(statements).toEqual([1, 1, 1]);
    expect(await staff.links(known)).toHaveLength(1);
    expect(await staff.links("stranger@visitors.test")).toEqual([]);
    expect(await staff.links(disabled)).toEqual([]);
  });

  const count = async () =>
    (
      await staff.lintel.database.db
        .selectFrom("sign_in_links")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow()
    ).count;

  it("leads to the sign-in page of the host, with the token where no server sees it", async () => {
    const email = await agent();
    await staff.requestLink(north.host, email.toUpperCase());
    const [url] = await staff.links(email.toUpperCase());
    expect(url).toMatch(new RegExp(`^https://${north.host}/console/sign-in#token=[\\w-]{43}$`));
  });

  it("sends an admin a link at CONSOLE_URL and on this machine, and none on a brokerage's domain", async () => {
    const email = `admin-${++made}@lintel.test`;
    await staff.makeAdmin(email);
    await staff.requestLink(north.host, email);
    expect(await staff.links(email)).toEqual([]);
    await staff.requestLink(CONSOLE, email);
    await staff.requestLink("localhost:8000", email);
    const links = await staff.links(email);
    expect(links.map((url) => new URL(url).origin)).toEqual([`https://${CONSOLE}`, "https://localhost:8000"]);
  });

  it("sends five links to a person in an hour, of any spelling, and never says that there are no more", async () => {
    const email = await agent();
    for (let nth = 0; nth < 7; nth++) expect((await staff.requestLink(north.host, email)).status).toBe(202);
    expect(await staff.links(email)).toHaveLength(5);
    staff.lintel.clock.advance(60 * MINUTE);
    await staff.requestLink(north.host, email);
    expect(await staff.links(email)).toHaveLength(6);
  });

  it("counts requests at other hosts apart: they keep no link from the person", async () => {
    const email = await agent();
    const other = await staff.lintel.createTenant(`elsewhere-${made}`);
    for (const host of [other.host, "localhost:8000"])
      for (let nth = 0; nth < 6; nth++) await staff.requestLink(host, email);
    const before = (await staff.links(email)).length;
    for (const host of [north.host, CONSOLE]) await staff.requestLink(host, email);
    const hosts = (await staff.links(email)).slice(before).map((url) => new URL(url).host);
    expect(hosts).toEqual([north.host, CONSOLE]);
  });

  it("sends five of twenty requests at once", async () => {
    const email = await agent();
    await Promise.all(Array.from({ length: 20 }, () => staff.requestLink(north.host, email)));
    expect(await staff.links(email)).toHaveLength(5);
  });

  it("is refused over http but on this machine, for pages of other websites, and on unknown hosts", async () => {
    const body = { email: "ann@agents.test" };
    const ask = (host: string, headers: Record<string, string>) =>
      staff.lintel.call(EMAIL_LINKS, { method: "POST", host, headers, body });
    expect((await ask(north.host, {})).status).toBe(403);
    expect((await ask("localhost:8000", {})).status).toBe(202);
    const https = { "x-forwarded-proto": "https" };
    expect((await ask(north.host, { ...https, origin: "https://evil.test" })).status).toBe(403);
    expect((await ask("unknown.test", https)).status).toBe(404);
    expect((await ask(north.host, https)).status).toBe(202);
  });

  it("arrives as a mail of the brokerage, which says that it works once and is no marketing", async () => {
    const mail = await openMail({ TRUST_PROXY: "true" });
    try {
      const { id, host } = await mail.lintel.createTenant("mailed");
      await mail.lintel.createAgent(id, { email: "ann@agents.test" });
      await mail.lintel.call(EMAIL_LINKS, {
        method: "POST",
        host,
        headers: { "x-forwarded-proto": "https" },
        body: { email: "ann@agents.test" },
      });
      await mailSignInLinks(mail.lintel.ctx);
      await mail.deliver();
      const [sent] = await mail.mailsTo("ann@agents.test");
      expect(sent).toMatchObject({ subject: "Sign in to mailed", from: { name: "mailed" } });
      expect(sent?.text?.replaceAll(/\s+/g, " ")).toContain("The link works once, and for 15 minutes.");
      expect(sent?.text).not.toContain("unsubscribe");
      expect(sent?.html).toContain("https://mailed.test/console/sign-in#token=");
    } finally {
      await mail.close();
    }
  });
});

describe("the limits of staff", () => {
  let staff: StaffFixture;
  let host: string;
  let cookie: string;
  beforeAll(async () => {
    staff = await openStaff({ RATE_LIMITS: "on", KEY_REQUESTS_PER_MINUTE: "10" });
    const tenant = await staff.lintel.createTenant("limits");
    host = tenant.host;
    await staff.lintel.createAgent(tenant.id, { email: "ann@agents.test" });
    cookie = await staff.signIn(host, "ann@agents.test");
  });
  afterAll(() => staff.close());

  it("let a person at the console send twenty times as much as a key", async () => {
    const { headers } = await staff.send(host, "/api/admin/me", { cookie });
    expect([headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]]).toEqual(["200", "199"]);
  });

  it("are those of the key for who signs in with a key that has limits of its own", async () => {
    const admin = await staff.lintel.createKey("admin");
    const path = "/api/admin/api-keys";
    const limits = { name: "slow", role: "admin", requests_per_minute: 3 };
    const { body: slow } = await staff.lintel.call(path, { method: "POST", key: admin, body: limits });
    const session = await staff.send(CONSOLE, STAFF_SESSIONS, {
      method: "POST",
      body: { api_key: slow.key },
    });
    const me = () => staff.send(CONSOLE, "/api/admin/me", { cookie: cookieOf(session.headers) });
    const replies = [await me(), await me(), await me(), await me()];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });

  it("let one network address, which may be a whole office, request 120 links a minute", async () => {
    const statuses: number[] = [];
    for (let nth = 0; nth < 120; nth++)
      statuses.push((await staff.requestLink(host, `a${nth}@x.test`)).status);
    // One is that of the sign-in above.
    expect(statuses).toEqual([...Array(119).fill(202), 429]);
  });
});
