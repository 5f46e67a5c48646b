import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { ensureBootstrapKey } from "./ensure-bootstrap-key.ts";

const A = "a".repeat(40);
const B = "b".repeat(40);

describe("ensureBootstrapKey", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const start = (bootstrapAdminKey: string | null) =>
    ensureBootstrapKey({ ...lintel.services, config: { ...lintel.services.config, bootstrapAdminKey } });
  const works = async (key: string) =>
    (await lintel.call("/api/admin/listings/import?source=s", { method: "POST", key, body: "" })).status !==
    401;

  it("makes one key for a fresh database, and shows it once", async () => {
    const shown = await start(null);
    expect(shown).toMatch(/^lk_[A-Za-z0-9]{40}$/);
    expect(await works(shown as string)).toBe(true);
    expect(await start(null)).toBe(null);
  });

  it("has the key that is given valid at every start, and the ones given before it not", async () => {
    expect(await start(A)).toBe(null);
    expect([await works(A), await works(B)]).toEqual([true, false]);
    await start(B);
    expect([await works(A), await works(B)]).toEqual([false, true]);
    await start(A);
    expect([await works(A), await works(B)]).toEqual([true, false]);
  });

  it("keeps no key that can be read back", async () => {
    const rows = await lintel.database.db.selectFrom("api_keys").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(A);
  });
});
