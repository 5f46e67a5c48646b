import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../test/harness/browser.ts";
import { type LeadOffice, openLeadOffice } from "../../test/harness/lead-office.ts";
import { openPushRoom, type PushRoom, SUBSCRIPTIONS } from "../../test/harness/push-room.ts";

/** Addresses that show what they are. */
const refused = [
  "http://push.test/to/1",
  "http://93.184.216.34/",
  "http://127.0.0.2/",
  "https://127.0.0.2/",
  "https://127.1.1.1:8443/",
  "https://0.0.0.0/",
  "https://0/",
  "https://2130706434/",
  "https://0x7f.0.0.2/",
  "https://0177.0.0.2/",
  "https://127.2/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://172.31.255.255/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://168.63.129.16/",
  "https://100.64.0.1/",
  "https://192.0.0.170/",
  "https://192.0.2.1/",
  "https://198.18.0.1/",
  "https://224.0.0.1/",
  "https://255.255.255.255/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[::ffff:7f00:2]/",
  "https://[64:ff9b::7f00:2]/",
  "https://[fe80::1]/",
  "https://[fd00::1]/",
  "https://[fd00:ec2::254]/",
  "https://[2002:7f00:2::]/",
  "https://[2001:db8::1]/",
  "https://[ff02::1]/",
  "https://①②⑦.0.0.2/",
  "https://push.test:22/",
  "https://push.test:25/",
  "https://push.test:80/",
  "https://user@push.test/",
  "https://user:password@push.test/",
  "ftp://push.test/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/plain,push",
  "//push.test/to/1",
  "push.test/to/1",
  "https://",
  "https://push.test\\@10.0.0.1/",
  "https://push.test/\r\nX-Injected: 1",
];

/** Names that look like any other, and where they lead. */
const names: Record<string, string[]> = {
  "loopback.test": ["127.0.0.2"],
  "loopback6.test": ["::1"],
  "ten.test": ["10.0.0.1"],
  "home.test": ["192.168.0.1"],
  "metadata.test": ["169.254.169.254"],
  "metadata6.test": ["fd00:ec2::254"],
  "azure.test": ["168.63.129.16"],
  "mapped.test": ["::ffff:10.0.0.1"],
  "nat64.test": ["64:ff9b::a00:1"],
  "both.test": ["93.184.216.34", "10.0.0.1"],
  localhost: ["127.0.0.2"],
  "a.localhost": ["::1"],
};

let room: PushRoom;
let office: LeadOffice;
beforeAll(async () => {
  room = await openPushRoom(names);
  office = await openLeadOffice(room.lintel, "hostile");
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
  for (const name of Object.keys(names)) {
    expect((await subscribe(`https://${name}:${room.service.port}/to/it`)).status).toBe(201);
  }
  const lead = await room.remind(office);
  expect(await room.deliver()).toMatchObject({ failed: Object.keys(names).length });
  expect(await room.ledger(lead)).toEqual(
    Object.keys(names).map((name) => ({
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
  const other = await openLeadOffice(room.lintel, "redirected");
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
