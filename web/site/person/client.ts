import type { components } from "../../../client/src/api.generated.ts";
import { type Posted, sent } from "../forms/posted.ts";
import { dataOf } from "../frame/api.ts";
import type { Visit } from "../frame/visit.ts";

/** A person who has verified an email and is signed in, in this browser (W20). */
export type Client = components["schemas"]["ClientSession"];

const COOKIES = ["lintel_client", "__Host-lintel_client"];

/** Who is signed in; null without a session, and for one that has ended. */
export async function signedInClient({ api, person }: Visit): Promise<Client | null> {
  if (!COOKIES.some((name) => person?.cookies.has(name))) return null;
  const answer = await api.GET("/api/v1/client-session");
  return answer.response.status === 401 ? null : dataOf(answer);
}

/** Handles a form of who is signed in. A session that has ended meanwhile leads to the account page, which asks to sign in. */
export async function asClient(visit: Visit, handle: (client: Client) => Promise<Posted>): Promise<Posted> {
  const client = await signedInClient(visit);
  return client ? handle(client) : sent("/account");
}
