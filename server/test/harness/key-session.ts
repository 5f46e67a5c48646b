import { cookieOf } from "./client-cookie.ts";

/** Signs a browser in by a key: the Cookie header that it sends from then on. */
export async function cookieOfKey(origin: string, key: string): Promise<string> {
  const reply = await fetch(`${origin}/api/auth/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: key }),
  });
  if (reply.status !== 201) throw new Error(`the key was answered with ${reply.status}`);
  return cookieOf({ "set-cookie": reply.headers.getSetCookie() });
}
