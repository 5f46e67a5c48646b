import type { FavoritesFixture } from "./favorites-fixture.ts";
import type { TestApp } from "./test-app.ts";

export const CLIENT_SESSION = "/api/v1/client-session";

/** What a browser sends as Cookie after a reply with this Set-Cookie header. */
export function cookieOf(headers: Record<string, unknown>): string {
  const [pair = ""] = String(headers["set-cookie"]).split(";");
  return pair;
}

/** Signs a browser in by a fresh link: the Cookie header that it sends from then on. */
export async function cookieFor(
  lintel: TestApp,
  { host, newToken }: Pick<FavoritesFixture, "host" | "newToken">,
  email: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const token = await newToken(email);
  const reply = await lintel.call(CLIENT_SESSION, { method: "POST", host, headers, body: { token } });
  if (reply.status !== 201) throw new Error(`the link was answered with ${reply.status}: ${reply.text}`);
  return cookieOf(reply.headers);
}
