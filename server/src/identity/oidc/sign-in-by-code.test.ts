import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieOf } from "../../../test/harness/client-cookie.ts";
import { CONSOLE_CLIENT, type OidcProvider, startOidcProvider } from "../../../test/harness/oidc-provider.ts";
import {
  CONSOLE,
  openStaff,
  STAFF_SESSIONS,
  type StaffFixture,
} from "../../../test/harness/staff-fixture.ts";

const REDIRECT = `https://${CONSOLE}/console/sign-in`;
const ELSEWHERE = "https://elsewhere.test/console/sign-in";

describe.each(["RS256", "ES256", "EdDSA"] as const)(
  "createStaffSession by a code of a real OpenID provider with %s",
  (idTokens) => {
    let provider: OidcProvider;
    let staff: StaffFixture;
    let north: { id: number; host: string };
    beforeAll(async () => {
      provider = await startOidcProvider(
        { now: () => staff.lintel.clock.now() },
        [REDIRECT, ELSEWHERE],
        idTokens,
      );
      staff = await openStaff({
        ...provider.environment,
        OIDC_CLIENT_ID: CONSOLE_CLIENT,
        LOG_LEVEL: "silent",
      });
      north = await staff.lintel.createTenant("north");
    });
    afterAll(async () => {
      await provider.stop();
      await staff.close();
    });

    type Claims = Record<string, unknown>;
    const admin = { roles: ["admin"], email: "boss@idp.test" };

    /** What the console keeps of its request, and the code that it gets. */
    async function authorize(claims: Claims = admin, request: Record<string, string> = {}) {
      const code_verifier = randomBytes(32).toString("base64url");
      const sent = {
        redirect_uri: REDIRECT,
        code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
        code_challenge_method: "S256",
        state: randomBytes(8).toString("hex"),
        nonce: randomBytes(8).toString("hex"),
        ...request,
      };
      const back = await provider.authorize({ sub: String(claims.email), ...claims }, sent);
      expect(back.searchParams.get("state")).toBe(sent.state);
      const body = { oidc_code: back.searchParams.get("code") ?? "", code_verifier, redirect_uri: REDIRECT };
      return { ...body, nonce: sent.nonce };
    }
    const post = (body: object, host = CONSOLE) => staff.send(host, STAFF_SESSIONS, { method: "POST", body });

    it("describes the request that the console makes", async () => {
      const { body } = await staff.send(CONSOLE, "/api/auth/methods");
      expect(body.oidc).toEqual({
        authorization_endpoint: `${provider.issuer}/auth`,
        client_id: CONSOLE_CLIENT,
        audience: provider.audience,
        redirect_uri: REDIRECT,
      });
    });

    it("signs a person in with the role of their access token", async () => {
      const reply = await post(await authorize());
      expect([reply.status, reply.body]).toMatchObject([
        201,
        { session: { method: "oidc" }, user: { role: "admin", email: "boss@idp.test" } },
      ]);
      expect(await staff.status(CONSOLE, cookieOf(reply.headers))).toBe(200);
      const { nonce: _, ...withoutNonce } = await authorize();
      expect((await post(withoutNonce)).status).toBe(201);
    });

    it("ends an agent's session when the agent is disabled", async () => {
      const { id } = await staff.lintel.createAgent(north.id);
      const claims = { roles: ["agent"], email: "ann@idp.test", brokerage_id: north.id, agent_id: id };
      const cookie = cookieOf((await post(await authorize(claims))).headers);
      expect(await staff.status(CONSOLE, cookie)).toBe(200);
      const disabled_at = staff.lintel.clock.now();
      await staff.lintel.database.db
        .updateTable("agents")
        .set({ disabled_at })
        .where("id", "=", id)
        .execute();
      expect(await staff.status(CONSOLE, cookie)).toBe(401);
      expect((await post(await authorize(claims))).status).toBe(403);
    });

    it("refuses a code with another verifier, another nonce, a second time, or made up", async () => {
      const wrong = [
        { ...(await authorize()), code_verifier: randomBytes(32).toString("base64url") },
        { ...(await authorize()), nonce: "another" },
        { ...(await authorize()), oidc_code: "made-up" },
      ];
      for (const body of wrong) {
        const { status, headers } = await post(body);
        expect([status, headers["set-cookie"]]).toEqual([401, undefined]);
      }
      const once = await authorize();
      expect((await post(once)).status).toBe(201);
      expect((await post(once)).status).toBe(401);
    });

    it("refuses a redirect_uri that is not this origin's, also of a code that was made for another", async () => {
      const good = await authorize();
      for (const redirect_uri of [ELSEWHERE, `${REDIRECT}/`, `https://${north.host}/console/sign-in`])
        expect((await post({ ...good, redirect_uri })).status).toBe(422);
      const { redirect_uri: _, ...without } = good;
      expect((await post(without)).status).toBe(422);
      const { code_verifier: __, ...unproven } = good;
      expect((await post(unproven)).status).toBe(422);
      expect((await post(await authorize(admin, { redirect_uri: ELSEWHERE }))).status).toBe(401);
    });

    it("refuses a person without a role, and everyone on a brokerage's domain beside CONSOLE_URL", async () => {
      expect((await post(await authorize({ email: "guest@idp.test" }))).status).toBe(403);
      expect((await post(await authorize(), north.host)).status).toBe(403);
    });

    it("makes no passkey: the provider has those of its people", async () => {
      const cookie = cookieOf((await post(await authorize())).headers);
      const path = "/api/auth/passkeys/registration-options";
      expect((await staff.send(CONSOLE, path, { method: "POST", cookie })).status).toBe(403);
    });

    it("is 503 while the provider does not answer", async () => {
      const body = await authorize();
      await provider.stop();
      expect((await post(body)).status).toBe(503);
      await provider.start();
    });
  },
);

describe("createStaffSession by a code, without OIDC_CLIENT_ID", () => {
  it("is a bad request", async () => {
    const staff = await openStaff();
    try {
      const body = { oidc_code: "a", code_verifier: "v".repeat(43), redirect_uri: REDIRECT };
      expect((await staff.send(CONSOLE, STAFF_SESSIONS, { method: "POST", body })).status).toBe(400);
    } finally {
      await staff.close();
    }
  });
});
