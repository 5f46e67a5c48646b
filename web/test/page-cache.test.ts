import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { home } from "../../server/test/harness/market.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

describe("the page cache", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open();
  });
  afterAll(() => website.close());

  const startPage = async () => (await website.visit("/")).text;

  it("shows a change of the brokerage at once", async () => {
    await startPage();
    await website.change({ hero_headline: "Find your place" });
    expect(await startPage()).toContain("Find your place");
    await website.change({ hero_headline: "Come home" });
    expect(await startPage()).toContain("Come home");
  });

  it("shows a new listing and a changed price at once", async () => {
    expect(await startPage()).not.toContain("$777,000");
    const added = { ListingId: "N-1", ListPrice: 777_000, ListingContractDate: "2026-06-10" };
    await website.lintel.importListings(website.source, [home(added)]);
    expect(await startPage()).toContain("$777,000");
    await website.lintel.importListings(website.source, [home({ ...added, ListPrice: 755_000 })]);
    expect(await startPage()).toContain("$755,000");
  });

  it("shows a new agent within a second", async () => {
    await startPage();
    await website.lintel.createAgent(website.brokerageId, { name: "Ann Lee", slug: "ann-lee" });
    await vi.waitFor(async () => expect(await startPage()).toContain("Ann Lee"), { timeout: 3000 });
  });

  it("holds nothing of one brokerage for another", async () => {
    const south = await website.lintel.createTenant("south");
    expect((await website.visit("/terms")).text).toContain("north");
    const { text } = await website.visit("/terms", { host: south.host });
    expect(text).toContain("south");
    expect(text).not.toContain("north");
  });
});
