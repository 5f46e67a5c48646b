import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alertClient } from "../../../../test/harness/alert-fixture.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../../test/harness/searches-fixture.ts";

describe("pressAlertsUnsubscribe", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  const press = (path: string) =>
    mail.lintel.call(`${path}/button`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "",
    });
  const frequencies = async (token: string) =>
    (await mail.lintel.call(SEARCHES, north.as(token))).body.items.map(
      ({ frequency }: { frequency: string }) => frequency,
    );

  it("ends the search of the link, with a page that confirms it, and may be repeated", async () => {
    const { oneClick, token } = await alertClient(mail, north);
    await north.save(token, { filters: { city: ["Nampa"] } });
    for (let time = 0; time < 2; time++) {
      const { status, headers } = await press(oneClick);
      expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    }
    expect(await frequencies(token)).toEqual(["daily", "off"]);
  });

  it("ends all alerts by the other link of the mail", async () => {
    const { linkOf, token } = await alertClient(mail, north);
    await north.save(token, { filters: { city: ["Nampa"] } });
    await press(linkOf("Stop all alerts"));
    expect(await frequencies(token)).toEqual(["off", "off"]);
  });

  it("is a page for a link that is not valid", async () => {
    expect((await press(`${SEARCHES}/unsubscribe/forged`)).status).toBe(404);
  });
});
