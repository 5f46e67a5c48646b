import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../test/harness/browser.ts";
import { hostileNames, hostileUrls } from "../../test/harness/hostile-urls.ts";
import { type LeadFixture, openLeads } from "../../test/harness/lead-fixture.ts";
import { openPush, type PushFixture, SUBSCRIPTIONS } from "../../test/harness/push-fixture.ts";

const refused = hostileUrls("push.test");

let fixture: PushFixture;
let brokerage: LeadFixture;
beforeAll(async () => {
  fixture = await openPush(hostileNames);
  brokerage = await openLeads(fixture.lintel, "hostile");
});
afterAll(() => fixture.close());

const subscribe = (endpoint: string) =>
  fixture.lintel.call(SUBSCRIPTIONS, {
    method: "POST",
    key: brokerage.ann.key,
    body: openBrowser(endpoint).json,
  });

it.each(refused)("no browser is subscribed at %j", async (endpoint) => {
  const { status, body } = await subscribe(endpoint);
  expect([status, body.detail[0].loc]).toEqual([422, ["body", "endpoint"]]);
  expect(await fixture.lintel.database.db.selectFrom("push_subscriptions").selectAll().execute()).toEqual([]);
});

it("nothing is sent to a name that leads to a private address, and it fails for good", async () => {
  for (const name of Object.keys(hostileNames)) {
    expect((await subscribe(`https://${name}:${fixture.service.port}/to/it`)).status).toBe(201);
  }
  const lead = await fixture.remind(brokerage);
  expect(await fixture.deliver()).toMatchObject({ failed: Object.keys(hostileNames).length });
  expect(await fixture.ledger(lead)).toEqual(
    Object.keys(hostileNames).map((name) => ({
      state: "failed",
      attempts: 1,
      failure: expect.stringMatching(
        `^${name}:${fixture.service.port}: it leads to a private, loopback, link-local or otherwise special address$`,
      ),
    })),
  );
  expect(fixture.service.pushed).toEqual([]);
});

it("no redirect is followed, of whichever kind", async () => {
  const other = await openLeads(fixture.lintel, "redirected");
  const canary = `${fixture.service.origin}/canary`;
  for (const status of [301, 302, 303, 307, 308]) {
    const { path } = await fixture.subscribe(other.ann.key);
    fixture.service.answers.set(path, { status, headers: { location: canary } });
  }
  await fixture.remind(other);
  expect(await fixture.deliver()).toMatchObject({ failed: 5, sent: 0 });
  expect(fixture.service.pushed.map(({ path }) => path)).not.toContain("/canary");
  expect(fixture.service.pushed).toHaveLength(5);
});
