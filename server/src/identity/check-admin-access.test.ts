import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("checkAdminAccess", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("answers admins only", async () => {
    const ask = async (role: "admin" | "broker" | "agent") => {
      const { status, body } = await lintel.call("/api/admin/admin-test", {
        key: await lintel.createKey(role),
      });
      return [status, body];
    };
    const access = { message: "Admin access granted", user_email: "admin key", user_role: "admin" };
    expect(await ask("admin")).toEqual([200, access]);
    expect(await ask("broker")).toEqual([403, { detail: "Admin role required" }]);
    expect(await ask("agent")).toEqual([403, { detail: "Admin role required" }]);
  });
});
