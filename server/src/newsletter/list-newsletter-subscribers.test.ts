import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { type NewsletterFixture, openNewsletter } from "../../test/harness/newsletter-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/v1/admin/newsletter/subscribers";

describe("listNewsletterSubscribers", () => {
  let lintel: TestApp;
  let newsletter: NewsletterFixture;
  let admin: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test/base/" });
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    newsletter = await openNewsletter(lintel, `listing-${++made}`);
  });

  const list = (key: string, query = "", app = lintel) => app.call(`${PATH}${query}`, { key });
  const emails = async (key: string, query = "") =>
    (await list(key, query)).body.items.map(({ email }: { email: string }) => email);

  it("shows exactly the documented fields of a subscriber, with the unsubscribe link", async () => {
    await lintel.call("/api/newsletter/subscribe", {
      method: "POST",
      host: newsletter.host,
      body: { email: "ada@readers.test", first_name: "Ada", interests: ["Condos"] },
    });
    const { id } = await newsletter.row("ada@readers.test");
    const reply = await list(newsletter.broker);
    expect(outcome(reply)).toEqual([
      200,
      {
        items: [
          {
            id,
            brokerage_id: newsletter.id,
            email: "ada@readers.test",
            first_name: "Ada",
            interests: ["Condos"],
            subscribed_at: lintel.clock.now().toISOString(),
            unsubscribed_at: null,
            unsubscribe_url: expect.stringMatching(
              /^https:\/\/api\.test\/base\/api\/newsletter\/unsubscribe\/[\w-]+\.[\w-]+\.[\w-]+$/,
            ),
          },
        ],
        total: 1,
        page: 1,
        page_size: 20,
        total_pages: 1,
      },
    ]);
  });

  it("is newest first, in pages with the whole total", async () => {
    for (const name of ["a", "b", "c"]) {
      await newsletter.subscribe(`${name}@readers.test`);
      lintel.clock.advance(1000);
    }
    await newsletter.subscribe("d@readers.test");
    await newsletter.subscribe("e@readers.test");
    const page = async (query: string) => {
      const { body } = await list(newsletter.broker, query);
      return [
        body.total,
        body.total_pages,
        body.items.map((item: { email: string }) => item.email[0]).join(""),
      ];
    };
    expect(await page("?page_size=3")).toEqual([5, 2, "edc"]);
    expect(await page("?page_size=3&page=2")).toEqual([5, 2, "ba"]);
    expect(await page("?page_size=3&page=9")).toEqual([5, 2, ""]);
  });

  it("shows those who are subscribed, or those who have left", async () => {
    const link = await newsletter.subscribe("ada@readers.test");
    await newsletter.subscribe("grace@readers.test");
    await lintel.call(link);
    expect(await emails(newsletter.broker)).toEqual(["grace@readers.test"]);
    expect(await emails(newsletter.broker, "?subscribed=true")).toEqual(["grace@readers.test"]);
    expect(await emails(newsletter.broker, "?subscribed=false")).toEqual(["ada@readers.test"]);
  });

  it("shows brokers their brokerage's, admins all, or those of one brokerage", async () => {
    const other = await openNewsletter(lintel, `listing-${++made}`);
    await newsletter.subscribe("ada@readers.test");
    await other.subscribe("grace@readers.test");
    expect(await emails(newsletter.broker)).toEqual(["ada@readers.test"]);
    expect(await emails(newsletter.broker, `?brokerage_id=${newsletter.id}`)).toEqual(["ada@readers.test"]);
    expect(await emails(newsletter.broker, `?brokerage_id=${other.id}`)).toEqual([]);
    expect(await emails(admin, `?brokerage_id=${other.id}`)).toEqual(["grace@readers.test"]);
    expect(await emails(admin)).toEqual(expect.arrayContaining(["ada@readers.test", "grace@readers.test"]));
    expect(await emails(await lintel.createKey("broker"))).toEqual([]);
  });

  it("is not for agents", async () => {
    expect(outcome(await list(newsletter.agent))).toEqual([403, { detail: "Broker or admin role required" }]);
  });

  it("shows a disabled brokerage's to admins alone", async () => {
    await newsletter.subscribe("ada@readers.test");
    await lintel.call(`/api/admin/brokerages/${newsletter.id}`, { method: "DELETE", key: admin });
    expect(await emails(newsletter.broker)).toEqual([]);
    expect(await emails(admin, `?brokerage_id=${newsletter.id}`)).toEqual(["ada@readers.test"]);
  });

  it.each(["?subscribed=maybe", "?page_size=101", "?page=0", "?brokerage_id=0"])(
    "refuses %s",
    async (query) => {
      expect((await list(newsletter.broker, query)).status).toBe(422);
    },
  );

  it("has no links without PUBLIC_API_URL", async () => {
    const lintel = await startTestApp();
    try {
      const { host } = await lintel.createTenant("linkless");
      const body = { email: "ada@readers.test" };
      await lintel.call("/api/newsletter/subscribe", { method: "POST", host, body });
      const { body: page } = await list(await lintel.createKey("admin"), "", lintel);
      expect(page.items).toMatchObject([{ email: "ada@readers.test", unsubscribe_url: null }]);
    } finally {
      await lintel.close();
    }
  });
});
