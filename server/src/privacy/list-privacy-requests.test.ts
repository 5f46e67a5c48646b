import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { DAY, openPrivacy, type PrivacyFixture, REQUESTS } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";

describe("listPrivacyRequests", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: PrivacyFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openPrivacy(lintel, `list-${++made}`);
    await brokerage.makeLead();
  });

  const list = (query = "", key = brokerage.broker) => lintel.call(`${REQUESTS}${query}`, { key });
  const ids = async (query = "", key = brokerage.broker) =>
    (await list(query, key)).body.items.map(({ id }: { id: number }) => id);

  it("shows exactly the documented fields of a request", async () => {
    const id = await brokerage.submitConfirmed("erase", ADA);
    const now = lintel.clock.now();
    expect(outcome(await list())).toEqual([
      200,
      {
        items: [
          {
            id,
            brokerage_id: brokerage.id,
            kind: "erase",
            status: "confirmed",
            email: ADA,
            created_at: now.toISOString(),
            confirmed_at: now.toISOString(),
            due_at: new Date(now.getTime() + 30 * DAY).toISOString(),
            done_at: null,
            receipt: null,
          },
        ],
        total: 1,
        page: 1,
        page_size: 20,
        total_pages: 1,
      },
    ]);
  });

  it("lists newest first, in pages, by kind and status", async () => {
    const erasure = await brokerage.submitConfirmed("erase", ADA);
    const copy = await brokerage.submitConfirmed("export", ADA);
    await brokerage.confirmationPath("erase", ADA);
    const [pending] = (await ids("?status=pending_confirmation")) as [number];
    expect(await ids()).toEqual([pending, copy, erasure]);
    expect(await ids("?page_size=2&page=2")).toEqual([erasure]);
    expect(await ids("?kind=export")).toEqual([copy]);
    expect(await ids("?status=confirmed&kind=erase")).toEqual([erasure]);
    expect(await ids("?status=done")).toEqual([]);
  });

  it("leaves out requests of unknown addresses", async () => {
    await brokerage.submit("erase", "unknown@strangers.test");
    expect((await list()).body).toMatchObject({ items: [], total: 0 });
  });

  it("finds requests of an address, also after they were anonymized", async () => {
    await brokerage.makeLead({ email: "grace@visitors.test" });
    const id = await brokerage.submitConfirmed("erase", ADA);
    await brokerage.submitConfirmed("erase", "grace@visitors.test");
    await brokerage.run(id);
    const { body } = await list("?email=ADA@visitors.test");
    expect(body.items).toMatchObject([{ id, status: "done", email: null }]);
    expect(await ids(`?email=${ADA}&status=done`, admin)).toEqual([id]);
    expect(await ids("?email=unknown@strangers.test")).toEqual([]);
  });

  it("shows brokers their brokerage's, admins all, agents none", async () => {
    const other = await openPrivacy(lintel, `list-${++made}`);
    await other.makeLead();
    const own = await brokerage.submitConfirmed("erase", ADA);
    const others = await other.submitConfirmed("erase", ADA);
    expect(await ids()).toEqual([own]);
    expect(await ids(`?brokerage_id=${other.id}`)).toEqual([]);
    expect(await ids(`?email=${ADA}`)).toEqual([own]);
    expect(await ids(`?email=${ADA}&page_size=2`, admin)).toEqual([others, own]);
    expect(await ids(`?brokerage_id=${other.id}`, admin)).toEqual([others]);
    expect(await ids("", await lintel.createKey("broker"))).toEqual([]);
    expect((await list("", brokerage.ann.key)).status).toBe(403);
    await other.disable();
    expect(await ids("", other.broker)).toEqual([]);
    expect(await ids(`?brokerage_id=${other.id}`, admin)).toEqual([others]);
  });

  it.each(["?kind=forget", "?status=new", "?email=ada", "?page=0"])("refuses %s", async (query) => {
    expect((await list(query)).status).toBe(422);
  });
});
