import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OidcProvider, startOidcProvider } from "../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { authenticate, hashApiKey } from "./index.ts";
import { storeKeyUse } from "./keys/store-key-use.ts";
import { LastUse } from "./last-use.ts";

describe("authenticate", () => {
  let lintel: TestApp;
  let provider: OidcProvider;
  beforeAll(async () => {
    provider = await startOidcProvider({ now: () => lintel.clock.now() });
    lintel = await startTestApp(provider.environment);
  });
  afterAll(async () => {
    await provider.stop();
    await lintel.close();
  });

  const ask = async (headers: Record<string, string>) => {
    const { status, body } = await lintel.call("/api/auth/verify", { headers });
    return status === 200 ? body.user.role : `${status} ${body.detail}`;
  };
  const change = (key: string, fields: object) =>
    lintel.database.db.updateTable("api_keys").set(fields).where("key_hash", "=", hashApiKey(key)).execute();
  const lastUse = async (key: string) => {
    const row = await lintel.database.db
      .selectFrom("api_keys")
      .select("last_used_at")
      .where("key_hash", "=", hashApiKey(key))
      .executeTakeFirstOrThrow();
    return row.last_used_at?.toISOString() ?? null;
  };

  it.each([
    ["no credentials", {}],
    ["an empty key", { "x-api-key": "" }],
    ["another scheme", { authorization: "Basic YTpi" }],
    ["a scheme without a token", { authorization: "Bearer" }],
    ["a scheme with blanks", { authorization: "Bearer   " }],
  ])("takes %s as none at all", async (_name, headers) => {
    expect(await ask(headers)).toBe("401 Not authenticated");
  });

  it("knows a key among all others in the database, and no string that only resembles it", async () => {
    const key = await lintel.createKey("admin");
    expect(await ask({ "x-api-key": key })).toBe("admin");
    for (const other of [key.slice(0, -1), `${key}x`, key.toLowerCase(), `${key}, ${key}`, "' or 1=1 --"]) {
      expect(await ask({ "x-api-key": other })).toBe("401 Invalid API key");
    }
  });

  it("refuses a revoked key, and one from the moment it expires", async () => {
    const revoked = await lintel.createKey("admin");
    await change(revoked, { revoked_at: lintel.clock.now() });
    expect(await ask({ "x-api-key": revoked })).toBe("401 Invalid API key");

    const expiring = await lintel.createKey("admin");
    await change(expiring, { expires_at: new Date(lintel.clock.now().getTime() + 1000) });
    lintel.clock.advance(999);
    expect(await ask({ "x-api-key": expiring })).toBe("admin");
    lintel.clock.advance(1);
    expect(await ask({ "x-api-key": expiring })).toBe("401 Invalid API key");
  });

  it("refuses a key while its agent is disabled", async () => {
    const { id: brokerageId } = await lintel.createTenant("bound");
    const agent = await lintel.createAgent(brokerageId);
    const key = await lintel.createKey("agent", { brokerageId, agentId: agent.id });
    const disable = (disabled_at: Date | null) =>
      lintel.database.db.updateTable("agents").set({ disabled_at }).where("id", "=", agent.id).execute();
    expect(await ask({ "x-api-key": key })).toBe("agent");
    await disable(lintel.clock.now());
    expect(await ask({ "x-api-key": key })).toBe("401 Invalid API key");
    await disable(null);
    expect(await ask({ "x-api-key": key })).toBe("agent");
  });

  it("lets the key decide when a token comes with it", async () => {
    const key = await lintel.createKey("broker", { brokerageId: (await lintel.createTenant("both")).id });
    const authorization = `Bearer ${await provider.token({ roles: ["admin"] })}`;
    expect(await ask({ authorization })).toBe("admin");
    expect(await ask({ authorization, "x-api-key": key })).toBe("broker");
    expect(await ask({ authorization, "x-api-key": "lk_unknown" })).toBe("401 Invalid API key");
    expect(await ask({ authorization: "Bearer rubbish", "x-api-key": key })).toBe("broker");
    expect(await ask({ authorization, "x-api-key": "" })).toBe("admin");
  });

  it("notes a key's use, at most once a minute", async () => {
    const key = await lintel.createKey("admin");
    expect(await lastUse(key)).toBe(null);
    const first = lintel.clock.now().toISOString();
    await Promise.all(Array.from({ length: 20 }, () => ask({ "x-api-key": key })));
    await expect.poll(() => lastUse(key)).toBe(first);

    lintel.clock.advance(59_999);
    await ask({ "x-api-key": key });
    const sentinel = await lintel.createKey("admin");
    await ask({ "x-api-key": sentinel });
    // What was asked for later has been written, so the earlier would have been.
    await expect.poll(() => lastUse(sentinel)).not.toBe(null);
    expect(await lastUse(key)).toBe(first);

    lintel.clock.advance(1);
    await ask({ "x-api-key": key });
    await expect.poll(() => lastUse(key)).toBe(lintel.clock.now().toISOString());
  });

  it("answers although a key's use cannot be noted, and logs why", async () => {
    const key = await lintel.createKey("admin");
    const logged: string[] = [];
    const log = pino({ level: "warn" }, { write: (line) => void logged.push(line) });
    const { db } = lintel.database;
    await sql`alter table api_keys add constraint never_used check (last_used_at is null) not valid`.execute(
      db,
    );
    const identity = {
      ...lintel.services.identity,
      keyUse: new LastUse(storeKeyUse(db), { ...lintel, log }),
    };
    const services = { ...lintel.services, identity };
    expect(await authenticate(services, { "x-api-key": key })).toMatchObject({ role: "admin" });
    await expect.poll(() => logged.join("")).toMatch(/last use not stored/);
    expect(logged.join("")).not.toContain(key);
    await sql`alter table api_keys drop constraint never_used`.execute(db);
  });
});
