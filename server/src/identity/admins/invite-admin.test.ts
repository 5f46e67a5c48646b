import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieOf } from "../../../test/harness/client-cookie.ts";
import {
  CONSOLE,
  openStaff,
  STAFF_SESSIONS,
  type StaffFixture,
  tokenOf,
} from "../../../test/harness/staff-fixture.ts";
import { createFirstKey } from "../index.ts";

const ADMINS = "/api/auth/admins";

describe("the first admin", () => {
  let staff: StaffFixture;
  let key: string;
  beforeAll(async () => {
    staff = await openStaff();
    key = (await createFirstKey(staff.lintel.services)) as string;
  });
  afterAll(() => staff.close());

  const byKey = () => staff.send(CONSOLE, STAFF_SESSIONS, { method: "POST", body: { api_key: key } });
  const invite = (cookie: string, email: string, host = CONSOLE) =>
    staff.send(host, ADMINS, { method: "POST", cookie, body: { email } });

  it("needs a brokerage, in whose name the mail is sent", async () => {
    expect((await invite(cookieOf((await byKey()).headers), "boss@lintel.test")).status).toBe(409);
    await staff.lintel.createTenant("north");
  });

  it("signs in with the key, names an email, and confirms it: then the key opens no session", async () => {
    const first = cookieOf((await byKey()).headers);
    expect((await invite(first, "boss@lintel.test")).status).toBe(202);
    // Not before the owner of the address has used the link.
    expect((await byKey()).status).toBe(201);
    const [url] = await staff.links("boss@lintel.test");
    const token = tokenOf(url as string);
    expect((await staff.redeem("north.test", token)).status).toBe(401);
    const { status, body, headers } = await staff.redeem(CONSOLE, token);
    expect([status, body.user]).toMatchObject([201, { role: "admin", email: "boss@lintel.test" }]);
    expect(await staff.status(CONSOLE, first)).toBe(401);
    expect((await byKey()).status).toBe(403);
    expect((await staff.lintel.call("/api/admin/me", { key })).status).toBe(200);
    const admins = await staff.send(CONSOLE, ADMINS, { cookie: cookieOf(headers) });
    expect(admins.body.items).toMatchObject([{ email: "boss@lintel.test" }]);
  });

  it("signs in by email from then on, and invites another", async () => {
    const boss = await staff.signIn(CONSOLE, "boss@lintel.test");
    expect((await invite(boss, "second@lintel.test")).status).toBe(202);
    const [url] = await staff.links("second@lintel.test");
    const reply = await staff.redeem(CONSOLE, tokenOf(url as string));
    expect([reply.status, reply.body.user.role]).toEqual([201, "admin"]);
  });

  it("refuses invitations by others, and more than five of an address in an hour", async () => {
    const broker = await staff.lintel.createKey("broker", { brokerageId: 1 });
    const body = { email: "eve@lintel.test" };
    expect((await staff.lintel.call(ADMINS, { method: "POST", key: broker, body })).status).toBe(403);
    const second = await staff.signIn(CONSOLE, "second@lintel.test");
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth++) statuses.push((await invite(second, "eve@lintel.test")).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});
