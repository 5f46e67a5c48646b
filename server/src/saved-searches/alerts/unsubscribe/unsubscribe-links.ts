import type { Unsubscribe } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { readToken, signToken } from "../signed-client-links.ts";

export const UNSUBSCRIBE_PATH = "/api/v1/searches/unsubscribe";

const ONE_SEARCH = "saved_search_unsubscribe";
const ALL_ALERTS = "alerts_unsubscribe";
/** Searches that a mail has a link of its own for. */
const MAX_LINKS = 5;

type Mailed = {
  clientId: number;
  searches: readonly { id: number; name: string }[];
  /** Whether the mail is for one search and nothing else. */
  isOneSearch: boolean;
};

/** How the client ends alerts: the header's POST ends the one search when the mail has one, else all (search.md, D51). */
export async function unsubscribeLinks(
  ctx: Pick<Context, "config" | "secrets">,
  { clientId, searches, isOneSearch }: Mailed,
): Promise<Unsubscribe> {
  const urlOf = async (type: string, id: number) =>
    `${ctx.config.publicApiUrl}${UNSUBSCRIBE_PATH}/${await signToken(ctx, type, id)}`;
  const all = await urlOf(ALL_ALERTS, clientId);
  const links = await Promise.all(
    searches.slice(0, MAX_LINKS).map(async ({ id, name }) => ({
      label: `Stop alerts for \u201c${name}\u201d`,
      url: await urlOf(ONE_SEARCH, id),
    })),
  );
  const [first] = links;
  return {
    oneClick: isOneSearch && first ? first.url : all,
    links: [...links, { label: "Stop all alerts", url: all }],
  };
}

/** What a token ends: one search, or all alerts of a client; null for a forged one. */
export async function unsubscribeTarget(
  ctx: Pick<Context, "config" | "secrets">,
  token: string,
): Promise<{ searchId: number } | { clientId: number } | null> {
  const searchId = await readToken(ctx, ONE_SEARCH, token);
  if (searchId !== null) return { searchId };
  const clientId = await readToken(ctx, ALL_ALERTS, token);
  return clientId === null ? null : { clientId };
}
