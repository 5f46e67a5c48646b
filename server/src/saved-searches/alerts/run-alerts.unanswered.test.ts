import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alertClient, openTownClient } from "../../../test/harness/alert-fixture.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";

const WEEK = 7 * 86_400_000;

describe("alerts that are not answered", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  const clock = () => mail.lintel.clock;

  it("counts a click as a sign of life and of interest, a HEAD or a page loaded in advance as neither", async () => {
    const { address, linkOf } = await alertClient(mail, north);
    const lead = await north.makeLead({ email: address });
    const link = linkOf(/https:\S+\/api\/properties\//);
    const unanswered = async () =>
      (
        await mail.lintel.database.db
          .selectFrom("client_activity")
          .innerJoin("clients", "clients.id", "client_id")
          .select("unanswered_since")
          .where("email", "=", address)
          .executeTakeFirst()
      )?.unanswered_since ?? null;
    const clicks = async () =>
      (
        await mail.lintel.database.db
          .selectFrom("lead_signals")
          .select("kind")
          .where("lead_id", "=", lead)
          .execute()
      ).filter(({ kind }) => kind === "alert_click").length;
    await mail.lintel.call(link, { method: "HEAD" });
    await mail.lintel.call(link, { headers: { "sec-purpose": "prefetch;prerender" } });
    expect([await unanswered(), await clicks()]).toEqual([expect.any(Date), 0]);
    for (let time = 0; time < 3; time++) expect((await mail.lintel.call(link)).status).toBe(200);
    expect([await unanswered(), await clicks()]).toEqual([null, 1]);
  });

  it("becomes weekly after eight weeks without an answer and says so once; any call with the token ends that", async () => {
    const client = await openTownClient(mail, north);
    await client.list("1");
    await client.subjects();
    clock().advance(8 * WEEK);
    await client.list("2");
    expect(await client.subjects()).toHaveLength(1);
    clock().advance(WEEK);
    expect(await client.subjects()).toHaveLength(2);
    expect(await client.lastText()).toContain("from now on they come once a week");
    await client.list("3");
    clock().advance(WEEK);
    expect(await client.subjects()).toHaveLength(3);
    expect(await client.lastText()).not.toContain("from now on they come once a week");
    await mail.lintel.call(SEARCHES, north.as(client.token));
    await client.list("4");
    expect(await client.subjects()).toHaveLength(4);
  });

  it("pauses after sixteen weeks with one mail that asks, until the search is changed", async () => {
    const client = await openTownClient(mail, north, { name: "Near work" });
    await client.list("1");
    await client.subjects();
    clock().advance(16 * WEEK);
    await north.send();
    await client.list("2");
    clock().advance(WEEK);
    expect((await client.subjects()).filter((subject) => !subject?.startsWith("New"))).toEqual([]);
    const token = await north.signIn(client.address);
    const path = `${SEARCHES}/${client.ids[0]}`;
    const read = await mail.lintel.call(path, north.as(token));
    expect(read.body).toMatchObject({ status: "paused", effective_frequency: "off" });
    const { body } = await mail.lintel.call(path, { ...north.as(token), method: "PATCH", body: {} });
    expect(body).toMatchObject({ status: "active", effective_frequency: "instant" });
    await client.list("3");
    expect(await client.subjects()).toHaveLength(2);
  });
});
