import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { CONSOLE, openStaff, ownPage, type StaffFixture } from "../../../test/harness/staff-fixture.ts";
import { withStatementListener } from "../../../test/harness/statements.ts";
import { authenticate } from "../index.ts";

const HOUR = 3_600_000;
const ME = "/api/admin/me";
const ended = [401, { detail: "The session has ended: sign in again" }];

describe("the cookie of staff", () => {
  let staff: StaffFixture;
  let north: { id: number; host: string };
  let agent: { id: number };
  let email: string;
  let cookie: string;
  let made = 0;
  beforeAll(async () => {
    staff = await openStaff();
  });
  afterAll(() => staff.close());
  beforeEach(async () => {
    north = await staff.lintel.createTenant(`cookie-${++made}`);
    email = `ann-${made}@agents.test`;
    agent = await staff.lintel.createAgent(north.id, { email });
    cookie = await staff.signIn(north.host, email);
  });

  const get = (headers: Record<string, string>, host = north.host) => staff.send(host, ME, { headers });

  it("counts as credentials on every route, for the person's role", async () => {
    expect((await get({ cookie })).body.user).toMatchObject({ email, role: "agent", agent_id: agent.id });
    expect(outcome(await staff.send(north.host, "/api/admin/admin-test", { cookie }))).toEqual([
      403,
      { detail: "Admin role required" },
    ]);
    expect((await staff.send(north.host, "/api/v1/admin/leads", { cookie })).status).toBe(200);
  });

  it("costs one statement a request", async () => {
    const statements: string[] = [];
    const { services } = staff.lintel;
    const db = withStatementListener(services.db, (text) => void statements.push(text));
    const token = cookie.split("=")[1] as string;
    const sent = { token, ownOrigin: `https://${north.host}`, isForgeable: false };
    expect(await authenticate({ ...services, db }, { cookie }, sent)).toMatchObject({ email });
    expect(statements).toHaveLength(1);
  });

  it("comes after a key and a token", async () => {
    const key = await staff.lintel.createKey("broker", { brokerageId: north.id });
    expect((await get({ cookie, "x-api-key": key })).body.user.role).toBe("broker");
    expect((await get({ cookie, "x-api-key": "lk_wrong" })).status).toBe(401);
    expect((await get({ cookie, authorization: "Bearer wrong" })).status).toBe(401);
  });

  it("is no credential on public routes when it is bad, and 401 elsewhere", async () => {
    const bad = "__Host-lintel_staff=unknown";
    expect((await staff.send(north.host, "/api/properties", { headers: { cookie: bad } })).status).toBe(200);
    expect(outcome(await get({ cookie: bad }))).toEqual(ended);
    expect((await get({ cookie: cookie.replace("__Host-", "") })).status).toBe(401);
    for (const sent of [cookie, cookie.replace("__Host-", "")])
      expect((await get({ cookie: sent, "x-forwarded-proto": "http" })).status).toBe(401);
  });

  it("is worth nothing at another host, also of the same brokerage", async () => {
    const other = await staff.lintel.createTenant(`elsewhere-${made}`);
    for (const host of [other.host, CONSOLE, "localhost"])
      expect((await get({ cookie }, host)).status).toBe(401);
  });

  it("needs X-Requested-With and this origin to write: without, 403 and nothing is written", async () => {
    const patch = (headers: Record<string, string>) =>
      staff.send(north.host, ME, {
        method: "PATCH",
        body: { bio: "Changed" },
        headers: { cookie, ...headers },
      });
    const { origin, ...requested } = ownPage(north.host);
    const refused: Record<string, string>[] = [
      {},
      requested,
      { origin },
      { ...requested, origin: "null" },
      { ...requested, origin: `http://${north.host}` },
      { ...requested, origin: `https://${north.host}:8443` },
      { ...requested, origin: "https://evil.test" },
      { origin, "x-requested-with": "XMLHttpRequest" },
    ];
    for (const headers of refused) expect([headers, (await patch(headers)).status]).toEqual([headers, 403]);
    const bio = () =>
      staff.lintel.database.db
        .selectFrom("agents")
        .select("bio")
        .where("id", "=", agent.id)
        .executeTakeFirst();
    expect(await bio()).toEqual({ bio: null });
    expect((await patch({ ...requested, origin })).status).toBe(200);
    expect(await bio()).toEqual({ bio: "Changed" });
  });

  it("does not answer the script of another website's page", async () => {
    const foreign = { cookie, origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    expect((await get({ ...foreign, "sec-fetch-mode": "cors" })).status).toBe(401);
    expect((await get({ cookie, "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  it("ends 12 hours after its last use, to the minute", async () => {
    for (let nth = 0; nth < 3; nth++) {
      staff.lintel.clock.advance(11 * HOUR);
      await use();
    }
    staff.lintel.clock.advance(12 * HOUR);
    expect((await get({ cookie })).status).toBe(401);
  });

  /** Until the use is stored, which happens in the background. */
  async function use() {
    const stored = async () => {
      expect((await get({ cookie })).status).toBe(200);
      return lastUse();
    };
    await expect.poll(stored, { interval: 5 }).toEqual(staff.lintel.clock.now());
  }

  const lastUse = async () =>
    (
      await staff.lintel.database.db
        .selectFrom("staff_sessions")
        .select("last_used_at")
        .where("agent_id", "=", agent.id)
        .executeTakeFirst()
    )?.last_used_at;

  it("ends after 30 days however much it is used", async () => {
    for (let hours = 10; hours < 30 * 24; hours += 10) {
      staff.lintel.clock.advance(10 * HOUR);
      await use();
    }
    staff.lintel.clock.advance(10 * HOUR);
    expect((await get({ cookie })).status).toBe(401);
  });

  describe("ends at once", () => {
    const admin = () => staff.lintel.createKey("admin");
    const change = async (method: "PUT" | "DELETE", path: string, body?: object) => {
      const reply = await staff.lintel.call(path, { method, key: await admin(), body });
      expect(reply.status).toBe(200);
    };
    const isSignedIn = async () => (await get({ cookie })).status === 200;

    it("when an agent is disabled, and does not come back with the agent", async () => {
      await change("DELETE", `/api/admin/agents/${agent.id}`);
      expect(await isSignedIn()).toBe(false);
      await change("PUT", `/api/admin/agents/${agent.id}`, { disabled_at: null });
      expect(await isSignedIn()).toBe(false);
    });

    it("when an agent's email changes, and not with another field", async () => {
      await change("PUT", `/api/admin/agents/${agent.id}`, { bio: "New" });
      expect(await isSignedIn()).toBe(true);
      await change("PUT", `/api/admin/agents/${agent.id}`, { email: "new@agents.test" });
      expect(await isSignedIn()).toBe(false);
    });

    it("when a broker contact's email changes, and when it is deleted", async () => {
      const contact = await staff.makeContact(north.id, "bo@north.test");
      cookie = await staff.signIn(north.host, "bo@north.test");
      await change("PUT", `/api/admin/broker-contacts/${contact}`, { email: "new@north.test" });
      expect(await isSignedIn()).toBe(false);
      cookie = await staff.signIn(north.host, "new@north.test");
      expect(await isSignedIn()).toBe(true);
      await change("DELETE", `/api/admin/broker-contacts/${contact}`);
      expect(await isSignedIn()).toBe(false);
    });

    it("when the brokerage is disabled, and when the domain is removed", async () => {
      const [domain] = await staff.lintel.database.db
        .selectFrom("brokerage_domains")
        .select("id")
        .where("domain", "=", north.host)
        .execute();
      await change("DELETE", `/api/admin/brokerages/${north.id}/domains/${domain?.id}`);
      expect(await isSignedIn()).toBe(false);
      await staff.signIn(CONSOLE, email).then((signedIn) => {
        cookie = signedIn;
      });
      expect(await staff.status(CONSOLE, cookie)).toBe(200);
      await change("DELETE", `/api/admin/brokerages/${north.id}`);
      expect(await staff.status(CONSOLE, cookie)).toBe(401);
    });

    it("when an agent who signs in is disabled at the same time: no session is left over", async () => {
      const tokens: string[] = [];
      for (let nth = 0; nth < 4; nth++) tokens.push(await staff.newToken(north.host, email));
      await Promise.all([
        ...tokens.map((token) => staff.redeem(north.host, token)),
        change("DELETE", `/api/admin/agents/${agent.id}`),
      ]);
      expect(await lastUse()).toBeUndefined();
    });
  });

  it("of an admin is worth nothing once its host is no console", async () => {
    const boss = `admin-${made}@lintel.test`;
    await staff.makeAdmin(boss);
    cookie = await staff.signIn(CONSOLE, boss);
    expect((await get({ cookie }, CONSOLE)).body.user.role).toBe("admin");
    const { services } = staff.lintel;
    const config = { ...services.config, consoleUrl: null };
    const sent = {
      token: cookie.split("=")[1] as string,
      ownOrigin: `https://${CONSOLE}`,
      isForgeable: false,
    };
    await expect(authenticate({ ...services, config }, { cookie }, sent)).rejects.toThrow("has ended");
  });
});
