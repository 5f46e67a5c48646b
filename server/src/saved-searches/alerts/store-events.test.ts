import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTownClient } from "../../../test/harness/alert-fixture.ts";
import { home } from "../../../test/harness/market.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";

const DAY = 86_400_000;

describe("storeEvents", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  it("counts in `new_count`, `since` and the mail what is beyond the 500 events that wait", async () => {
    const client = await openTownClient(mail, north, { frequency: "daily" });
    const before = mail.lintel.clock.now().toISOString();
    mail.lintel.clock.advance(1000);
    const records = Array.from({ length: 510 }, (_, nth) =>
      home({ ListingId: `many-${nth}`, City: client.city }),
    );
    await mail.lintel.importListings("north", records);
    await north.match();
    const path = `${SEARCHES}/${client.ids[0]}`;
    expect((await mail.lintel.call(path, north.as(client.token))).body).toMatchObject({ new_count: 510 });
    const since = await mail.lintel.call(`${path}/results?since=${before}`, north.as(client.token));
    expect(since.body.total).toBe(510);
    mail.lintel.clock.advance(DAY);
    await client.subjects();
    expect(await client.lastText()).toContain("There are 490 more homes than this mail shows.");
  });
});
