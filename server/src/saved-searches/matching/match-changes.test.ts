import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAlertMail, openSearches, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";

describe("matchChanges", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  let token: string;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
    token = await north.signIn("ada@visitors.test");
  });
  afterAll(() => mail.close());

  it("mails a listing that begins to match an instant search", async () => {
    await north.import({ ListingId: "N-1", ListPrice: 390_000 });
    const saved = await north.save(token, {
      filters: { city: ["Boise"], max_price: 400_000 },
      frequency: "instant",
    });
    expect([saved.status, saved.body]).toMatchObject([201, { total: 1, new_count: 0, frequency: "instant" }]);
    await north.import({
      ListingId: "N-2",
      ListPrice: 380_000,
      UnparsedAddress: "12 Main St",
      PostalCode: "83702",
    });
    expect(await north.send()).toMatchObject({ alert_sent: 1 });
    const mails = await mail.mailsTo("ada@visitors.test");
    expect(mails.map(({ subject }) => subject)).toEqual(["New: 12 Main St, Boise, ID 83702, $380,000"]);
  });
});
