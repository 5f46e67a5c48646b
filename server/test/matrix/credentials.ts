import { SignJWT } from "jose";
import { type OidcProvider, unsignedToken } from "../harness/oidc-provider.ts";
import type { TestApp } from "../harness/test-app.ts";
import { testSecrets } from "../harness/test-secrets.ts";
import { bad, type Caller, good } from "./callers.ts";

type Staff = { brokerageId: number; agentId: number };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const utf8 = new TextEncoder();

/** Credentials that must be refused, each with the text of the refusal. */
export async function badCallers(lintel: TestApp, provider: OidcProvider): Promise<Caller[]> {
  const claims = { roles: ["admin"] };
  const past = Math.floor(lintel.clock.now().getTime() / 1000) - 3600;
  const favorites = await new SignJWT({
    client_id: 1,
    brokerage_id: 1,
    email: "a@b.test",
    type: "favorites_auth",
  })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt(past)
    .setExpirationTime(past + 90 * 86_400)
    .sign(utf8.encode(testSecrets.favoritesSecret));
  const publicKeyAsSecret = await provider.sign(claims, {
    alg: "HS256",
    key: utf8.encode(provider.publicKeyPem()),
  });
  return [
    bad("no credentials", "Not authenticated", {}),
    bad("a wrong key", "Invalid API key", { "x-api-key": `lk_${"0".repeat(40)}` }),
    bad("an expired key", "Invalid API key", { "x-api-key": await expiredKey(lintel) }),
    bad("an expired token", "Token has expired", bearer(await provider.sign({ ...claims, exp: past }))),
    bad(
      "another issuer's token",
      "Invalid token",
      bearer(await provider.sign({ ...claims, iss: "https://x.test" })),
    ),
    bad(
      "another audience's token",
      "Invalid token",
      bearer(await provider.sign({ ...claims, aud: "other" })),
    ),
    bad(
      "alg none",
      "Invalid token",
      bearer(unsignedToken({ ...claims, iss: provider.issuer, aud: provider.audience })),
    ),
    bad("HS256 with the public key", "Invalid token", bearer(publicKeyAsSecret)),
    bad("a favorites token", "Invalid token", bearer(favorites)),
    bad("a cookie of no session", "The session has ended: sign in again", {
      cookie: "__Host-lintel_staff=unknown",
      "x-forwarded-proto": "https",
    }),
  ];
}

async function expiredKey(lintel: TestApp): Promise<string> {
  const key = await lintel.createKey("admin");
  await lintel.database.db
    .updateTable("api_keys")
    .set({ expires_at: new Date(lintel.clock.now().getTime() - 1000) })
    .where(
      "id",
      "=",
      lintel.database.db.selectFrom("api_keys").select(({ fn }) => fn.max("id").as("id")),
    )
    .execute();
  return key;
}

/** Every role, by key and by token, of this brokerage and of the other. */
export async function goodCallers(
  lintel: TestApp,
  provider: OidcProvider,
  staff: { home: Staff; other: Staff },
): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const [place, { brokerageId, agentId }] of Object.entries(staff)) {
    const foreign = place === "other";
    for (const role of ["admin", "broker", "agent"] as const) {
      const agent = role === "agent" ? { agentId } : {};
      const key = await lintel.createKey(role, { brokerageId, ...agent });
      callers.push(good(`${role} of ${place}, by key`, role, foreign, { "x-api-key": key }));
      const token = await provider.token({
        sub: `${role}-${place}`,
        roles: [role === "broker" && foreign ? "brokerage_owner" : role],
        email: `${role}@${place}.test`,
        brokerage_id: brokerageId,
        ...(role === "agent" && { agent_id: agentId }),
      });
      callers.push(good(`${role} of ${place}, by token`, role, foreign, bearer(token)));
    }
  }
  return callers;
}
