import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alertClient } from "../../../../test/harness/alert-fixture.ts";
import { onFullDisk } from "../../../../test/harness/full-disk.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../../test/harness/searches-fixture.ts";
import { deliverMessages } from "../../../messages/index.ts";

describe("unsubscribeAlertsOneClick", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  const post = (path: string) =>
    mail.lintel.call(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
  const searchesOf = async (token: string) =>
    (await mail.lintel.call(SEARCHES, north.as(token))).body.items as { id: number; frequency: string }[];
  const favoritesOf = async (token: string) =>
    (await mail.lintel.call("/api/v1/favorites/alerts", north.as(token))).body.frequency;

  it("ends the one search of a mail for one search, and may be repeated", async () => {
    const { mail: arrived, oneClick, token, searchId } = await alertClient(mail, north);
    expect(arrived.headers.find(({ key }) => key === "list-unsubscribe-post")?.value).toBe(
      "List-Unsubscribe=One-Click",
    );
    const other = (await north.save(token, { filters: { city: ["Nampa"] } })).body.id;
    for (let time = 0; time < 2; time++) expect((await post(oneClick)).status).toBe(200);
    const frequencies = new Map((await searchesOf(token)).map(({ id, frequency }) => [id, frequency]));
    expect(frequencies).toEqual(
      new Map([
        [other, "daily"],
        [searchId, "off"],
      ]),
    );
    expect(await favoritesOf(token)).toBe("instant");
  });

  it.each(["", "/button"])("ends them on a full disk (%j)", async (button) => {
    const { oneClick, token } = await alertClient(mail, north);
    expect((await onFullDisk(mail.lintel, () => post(oneClick + button))).status).toBe(200);
    expect(await searchesOf(token)).toMatchObject([{ frequency: "off" }]);
  });

  it("ends all alerts of a mail for several searches", async () => {
    const { address, token } = await alertClient(mail, north);
    for (const min_beds of [1, 2])
      await north.save(token, { filters: { city: ["Kuna"], min_beds }, frequency: "instant" });
    await north.import({ ListingId: "K-1", City: "Kuna" });
    await north.send();
    const [, second] = await mail.mailsTo(address);
    const header = second?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
    expect((await post(new URL(/<([^>]+)>/.exec(header)?.[1] ?? "").pathname)).status).toBe(200);
    expect((await searchesOf(token)).map(({ frequency }) => frequency)).toEqual(["off", "off", "off"]);
    expect(await favoritesOf(token)).toBe("off");
    await north.import({ ListingId: "K-2", City: "Kuna" });
    expect(await north.send()).toMatchObject({ alert_sent: 0 });
  });

  it("leaves the flags of the person's leads as they are", async () => {
    const { address, oneClick } = await alertClient(mail, north);
    const lead = await north.makeLead({ email: address });
    await post(oneClick);
    const { body } = await north.read(lead);
    expect(body.flags ?? []).toEqual([]);
  });

  it("answers 404 to a forged link", async () => {
    const { oneClick } = await alertClient(mail, north);
    const forged = oneClick.slice(0, -4) + (oneClick.endsWith("AAAA") ? "BBBB" : "AAAA");
    expect((await post(forged)).status).toBe(404);
  });

  it("ends the question after 16 weeks too, where nothing is left to ask for", async () => {
    const { address, oneClick } = await alertClient(mail, north);
    const other = await alertClient(mail, north);
    expect((await post(oneClick)).status).toBe(200);
    mail.lintel.clock.advance(16 * 7 * 86_400_000);
    await north.send();
    await deliverMessages(mail.lintel.ctx);
    const questions = async (to: string) =>
      (await mail.mailsTo(to)).filter(({ subject }) => subject?.startsWith("Are you still")).length;
    expect([await questions(address), await questions(other.address)]).toEqual([0, 1]);
  });

  it("is not done by a GET or a HEAD of a mail scanner, which is no sign of life either", async () => {
    const { oneClick, token, linkOf } = await alertClient(mail, north);
    for (const path of [oneClick, linkOf("Stop all alerts")])
      for (const method of ["GET", "HEAD"] as const) await mail.lintel.call(path, { method });
    expect((await searchesOf(token)).map(({ frequency }) => frequency)).toEqual(["instant"]);
  });
});
