import { type Posted, sent } from "../forms/posted.ts";
import type { Visit } from "../frame/visit.ts";
import { type Client, signedInClient } from "./client.ts";

/** Handles a form of who is signed in. A session that has ended meanwhile leads to the account page, which asks to sign in. */
export async function asClient(visit: Visit, handle: (client: Client) => Promise<Posted>): Promise<Posted> {
  const client = await signedInClient(visit);
  return client ? handle(client) : sent("/account");
}
