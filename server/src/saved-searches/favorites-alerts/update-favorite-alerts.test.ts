import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAlertMail, openSearches, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";

const PATH = "/api/v1/favorites/alerts";
const HOUR = 3_600_000;

describe("updateFavoriteAlerts", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
    await north.import({ ListingId: "N-1", UnparsedAddress: "12 Main St" });
  });
  afterAll(() => mail.close());

  const patch = (token: string, body: object) =>
    mail.lintel.call(PATH, { ...north.as(token), method: "PATCH", body });

  it("changes the fields that are given", async () => {
    const token = await north.signIn("ada@visitors.test");
    expect((await patch(token, { frequency: "daily" })).body).toMatchObject({
      frequency: "daily",
      channels: ["email"],
    });
    expect((await patch(token, { channels: ["push", "email"] })).body).toMatchObject({
      frequency: "daily",
      channels: ["push", "email"],
    });
    expect((await mail.lintel.call(PATH, north.as(token))).body).toMatchObject({ frequency: "daily" });
  });

  it.each([[{ frequency: "hourly" }], [{ channels: [] }], [{ channels: ["sms"] }]])(
    "refuses %j with 422",
    async (body) => {
      const token = await north.signIn("ada@visitors.test");
      expect((await patch(token, body)).status).toBe(422);
    },
  );

  it("tells a price drop after an hour and a change of the status at once, and nothing once it is off", async () => {
    const token = await north.signIn("fan@visitors.test");
    await north.sync(token, ["N-1"]);
    await north.match();
    await north.import({ ListingId: "N-1", UnparsedAddress: "12 Main St", ListPrice: 385_000 });
    await north.send();
    expect(await mail.mailsTo("fan@visitors.test")).toEqual([]);
    mail.lintel.clock.advance(HOUR);
    await north.send();
    const pending = { ListPrice: 385_000, StandardStatus: "Pending", UnparsedAddress: "12 Main St" };
    await north.import({ ListingId: "N-1", ...pending });
    await north.send();
    const subjects = async () => (await mail.mailsTo("fan@visitors.test")).map(({ subject }) => subject);
    expect(await subjects()).toEqual([
      "\u2212$15,000: 12 Main St, Boise, ID, $385,000",
      "Pending: 12 Main St, Boise, ID, $385,000",
    ]);
    await patch(token, { frequency: "off" });
    await north.import({ ListingId: "N-1", UnparsedAddress: "12 Main St", ListPrice: 385_000 });
    await north.send();
    expect(await subjects()).toHaveLength(2);
  });
});
