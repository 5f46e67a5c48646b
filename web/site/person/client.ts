import type { components } from "../../../client/src/api.generated.ts";
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
