import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alertClient } from "../../../../test/harness/alert-fixture.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../../test/harness/searches-fixture.ts";

describe("showAlertsUnsubscribePage", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  it("is a page with a button, which names the search and changes nothing", async () => {
    const { oneClick, token } = await alertClient(mail, north, { name: "A <b>home</b>" });
    const { status, headers, text } = await mail.lintel.call(oneClick);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("A &lt;b&gt;home&lt;/b&gt;");
    expect(text).toMatch(/<form method="post" action="[^"]+\/button"/);
    const { body } = await mail.lintel.call(SEARCHES, north.as(token));
    expect(body.items[0].frequency).toBe("instant");
  });

  it("is a page for a link that is not valid", async () => {
    const { status, text } = await mail.lintel.call(`${SEARCHES}/unsubscribe/forged`);
    expect([status, text]).toEqual([404, expect.stringContaining("This link is not valid.")]);
  });
});
