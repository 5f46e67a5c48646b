import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONSOLE, openStaff, type StaffFixture } from "../../test/harness/staff-fixture.ts";

describe("getSignInMethods", () => {
  let staff: StaffFixture;
  beforeAll(async () => {
    staff = await openStaff();
    await staff.lintel.createTenant("north");
  });
  afterAll(() => staff.close());

  it("offers passkeys at CONSOLE_URL and on this machine alone, and no provider without one", async () => {
    const methods = { email_link: true, api_key: true, oidc: null };
    const of = async (host: string) => (await staff.send(host, "/api/auth/methods")).body;
    expect(await of(CONSOLE)).toEqual({ ...methods, passkey: true });
    expect(await of("localhost:8000")).toEqual({ ...methods, passkey: true });
    expect(await of("north.test")).toEqual({ ...methods, passkey: false });
    expect((await staff.send("unknown.test", "/api/auth/methods")).status).toBe(404);
  });
});
