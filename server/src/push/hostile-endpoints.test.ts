import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../test/harness/browser.ts";
import { hostileNames, hostileUrls } from "../../test/harness/hostile-urls.ts";
import { type LeadFixture, openLeads } from "../../test/harness/lead-fixture.ts";
import { openPush, type PushFixture, SUBSCRIPTIONS } from "../../test/harness/push-fixture.ts";

const refused = hostileUrls("push.test");

let room: PushFixture;
let office: LeadFixture;
beforeAll(async () => {
  room = await openPush(hostileNames);
  office = await openLeads(room.lintel, "hostile");
});
afterAll(() => room.close());

const subscribe = (endpoint: string) =>
  room.lintel.call(SUBSCRIPTIONS, { method: "POST", key: office.ann.key, body: openBrowser(endpoint).json });

it.each(refused)("no browser is subscribed at %j", async (endpoint) => {
  const { status, body } = await subscribe(endpoint);
  expect([status, body.detail[0].loc]).toEqual([422, ["body", "endpoint"]]);
  expect(await room.lintel.database.db.selectFrom("push_subscriptions").selectAll().execute()).toEqual([]);
});

it("nothing is sent to a name that leads to a private address, and it fails for good", async () => {
  for (const name of Object.keys(hostileNames)) {
    expect((await subscribe(`https://${name}:${room.service.port}/to/it`)).status).toBe(201);
  }
  const lead = await room.remind(office);
  expect(await room.deliver()).toMatchObject({ failed: Object.keys(hostileNames).length });
  expect(await room.ledger(lead)).toEqual(
    Object.keys(hostileNames).map((name) => ({
      state: "failed",
      attempts: 1,
      failure: expect.stringMatching(
        `^${name}:${room.service.port}: it leads to a private, loopback, link-local or otherwise special address$`,
      ),
    })),
  );
  expect(room.service.pushed).toEqual([]);
});

it("no redirect is followed, of whichever kind", async () => {
  const other = await openLeads(room.lintel, "redirected");
  const canary = `${room.service.origin}/canary`;
  for (const status of [301, 302, 303, 307, 308]) {
    const { path } = await room.subscribe(other.ann.key);
    room.service.answers.set(path, { status, headers: { location: canary } });
  }
  await room.remind(other);
  expect(await room.deliver()).toMatchObject({ failed: 5, sent: 0 });
  expect(room.service.pushed.map(({ path }) => path)).not.toContain("/canary");
  expect(room.service.pushed).toHaveLength(5);
});
