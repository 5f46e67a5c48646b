import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openMail } from "../../../test/harness/mail-fixture.ts";
import { CONSOLE, EMAIL_LINKS, openStaff, type StaffFixture } from "../../../test/harness/staff-fixture.ts";
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

describe("requestEmailLink, over the limit", () => {
  it("is 429 for one network address after 30 requests in 15 minutes", async () => {
    const staff = await openStaff({ RATE_LIMITS: "on" });
    try {
      const { host } = await staff.lintel.createTenant("north");
      const statuses: number[] = [];
      for (let nth = 0; nth < 31; nth++)
        statuses.push((await staff.requestLink(host, `a${nth}@x.test`)).status);
      expect(statuses).toEqual([...Array(30).fill(202), 429]);
    } finally {
      await staff.close();
    }
  });
});
