import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { ownContext } from "../services.ts";
import { acceptBootstrapKey, createFirstKey, hasKeys, resetAdminKey } from "./first-keys.ts";

const A = "a".repeat(40);
const B = "b".repeat(40);

describe("the first admin keys", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(() => lintel.database.db.deleteFrom("api_keys").execute());

  const settings = (bootstrapAdminKey: string | null) => ({
    ...lintel.services,
    config: { ...lintel.services.config, bootstrapAdminKey },
  });
  const accept = (key: string) => acceptBootstrapKey(settings(key));
  const reset = (key: string | null = null) => resetAdminKey(ownContext(settings(key), "a test"));
  const works = async (key: string) =>
    (await lintel.call("/api/admin/listings/import?source=s", { method: "POST", key, body: "" })).status !==
    401;

  it("are made once, of a database that has none", async () => {
    expect(await hasKeys(lintel.services)).toBe(false);
    const shown = await createFirstKey(lintel.services);
    expect(shown).toMatch(/^lk_[A-Za-z0-9]{40}$/);
    expect(await works(shown as string)).toBe(true);
    expect(await createFirstKey(lintel.services)).toBe(null);
    expect(await hasKeys(lintel.services)).toBe(true);
  });

  it("accept the BOOTSTRAP_ADMIN_KEY of the latest start, and revoke that of the start before", async () => {
    await accept(A);
    expect([await works(A), await works(B)]).toEqual([true, false]);
    await accept(B);
    expect([await works(A), await works(B)]).toEqual([false, true]);
    await accept(A);
    expect([await works(A), await works(B)]).toEqual([true, false]);
    expect(await createFirstKey(lintel.services)).toBe(null);
  });

  it("are replaced when they are lost: the old one ends, others stay, and the audit log says so", async () => {
    const lost = (await createFirstKey(lintel.services)) as string;
    const other = await lintel.createKey("admin");
    const { key, revoked } = await reset();
    expect(revoked).toBe(1);
    expect([await works(lost), await works(key), await works(other)]).toEqual([false, true, true]);
    const { body } = await lintel.call("/api/admin/audit-log?target_type=api_key", { key });
    expect(body.items.slice(0, 2)).toMatchObject([
      { action: "create", after: { name: "bootstrap" } },
      { action: "delete", before: { name: "bootstrap", prefix: lost.slice(0, 7) } },
    ]);
    expect(JSON.stringify(body)).not.toContain(key);
  });

  it("are not replaced where BOOTSTRAP_ADMIN_KEY is set, which the next start would make valid again", async () => {
    await accept(A);
    await expect(reset(A)).rejects.toThrow("BOOTSTRAP_ADMIN_KEY is set");
    expect(await works(A)).toBe(true);
  });

  it("cannot be read back", async () => {
    await accept(A);
    const rows = await lintel.database.db.selectFrom("api_keys").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(A);
  });
});
