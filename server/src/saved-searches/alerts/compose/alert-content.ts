import { agentCard } from "../../../agents/index.ts";
import { primaryContactEmail } from "../../../brokerages/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { EventKind } from "../../saved-searches.schemas.ts";
import type { SavedSearchRow } from "../../searches/saved-search-row.ts";
import { isBackedOff } from "../backoff.ts";
import { unsubscribeLinks } from "../unsubscribe/unsubscribe-links.ts";
import { type ComposedAlert, type Composing, MAX_HOMES } from "./composing.ts";
import { homeCardData } from "./home-card-data.ts";
import { REASONS, type ReportedHome } from "./reported-homes.ts";
import { searchTitle } from "./search-title.ts";

/** Searches that a mail names. */
const MAX_NAMED = 5;

/** The content of an alert; null when none of its homes may be shown. */
export async function alertContent(ctx: Context, composing: Composing): Promise<ComposedAlert | null> {
  const { alert, client, homes, person, branding, shown, links } = composing;
  const searches = searchesOf(composing);
  const hasFavorites = homes.some(({ isFavorite }) => isFavorite);
  const names = new Map(searches.map((search) => [search.id, searchTitle(search)]));
  const isNamed = searches.length + (hasFavorites ? 1 : 0) > 1;
  const cards = homes.slice(0, MAX_HOMES).flatMap((reported) => {
    const home = shown.get(reported.listingId);
    if (!home) return [];
    const foundBy = [
      ...reported.searchIds.flatMap((id) => names.get(id) ?? []),
      ...(reported.isFavorite ? ["your favorites"] : []),
    ];
    return { card: homeCardData(home, reported, { links, foundBy: isNamed ? foundBy : [] }), home };
  });
  if (cards.length === 0) return null;
  const [only] = searches;
  const isOneSearch = searches.length === 1 && !hasFavorites && only !== undefined;
  const weekly = backoffNote(ctx, composing);
  const introduced = searches.filter(
    ({ made_by, introduced_at }) => made_by !== null && introduced_at === null,
  );
  return {
    data: {
      brokerage: branding.name,
      summary: summaryOf(homes),
      notes: [...introduced.map((search) => introduction(search, branding.name)), ...weekly],
      searches: sentenceOf([...names.values()], hasFavorites),
      homes: cards.map(({ card }) => card),
      more: alert.more + homes.length - cards.length,
      moreUrl: isOneSearch && only.query === null ? links.list(only.filters) : links.more(searches),
      smallPrint: noticesOf(cards.map(({ home }) => home)),
      unsubscribe: await unsubscribeLinks(ctx, {
        clientId: client.recipient.clientId,
        searches: [...names].map(([id, name]) => ({ id, name })),
        isOneSearch,
      }),
    },
    announcesWeekly: weekly.length > 0,
    introduces: introduced.map(({ id }) => id),
    person,
    replyTo: await replyTo(ctx, composing),
  };
}

function searchesOf({ client, homes }: Composing): SavedSearchRow[] {
  const ids = new Set(homes.flatMap(({ searchIds }) => searchIds));
  return [...client.searches.values()].filter(({ id }) => ids.has(id)).sort((a, b) => a.id - b.id);
}

const NAMES: Record<EventKind, [one: string, many: string]> = {
  new: ["new home", "new homes"],
  back_on_market: ["home back on the market", "homes back on the market"],
  price_drop: ["price drop", "price drops"],
  status: ["change of status", "changes of status"],
  open_house: ["open house", "open houses"],
};

/** `2 new homes, 1 price drop`: each home counts by its first reason. */
function summaryOf(homes: readonly ReportedHome[]): string {
  const byReason = Map.groupBy(homes, ({ kinds }) => kinds[0]);
  return REASONS.flatMap((kind) => {
    const count = byReason.get(kind)?.length;
    return count === undefined ? [] : `${count} ${NAMES[kind][count === 1 ? 0 : 1]}`;
  }).join(", ");
}

function sentenceOf(titles: readonly string[], hasFavorites: boolean): string {
  const named = titles.slice(0, MAX_NAMED).map((title) => `\u201c${title}\u201d`);
  if (titles.length > MAX_NAMED) named.push(`${titles.length - MAX_NAMED} more`);
  const searches = titles.length === 1 ? `your search ${named[0]}` : `your searches ${named.join(", ")}`;
  if (titles.length === 0) return "These homes are among your favorites.";
  return hasFavorites ? `From ${searches} and your favorites.` : `From ${searches}.`;
}

function introduction(search: SavedSearchRow, brokerage: string): string {
  return `${search.made_by} of ${brokerage} has saved the search \u201c${searchTitle(search)}\u201d for you.`;
}

/** Said once (search.md, D50). */
function backoffNote({ clock }: Context, { client: { recipient } }: Composing): string[] {
  if (!isBackedOff(recipient, clock.now()) || recipient.weeklyAnnounced) return [];
  return [
    "You have not opened a home from our alerts for eight weeks, so from now on they come once a week. Open one, and they come as often as before.",
  ];
}

function noticesOf(
  homes: readonly { notices: { disclaimer: string | null; copyright: string | null } }[],
): string[] {
  return [
    ...new Set(
      homes.flatMap(({ notices }) => [notices.disclaimer, notices.copyright]).filter((text) => text !== null),
    ),
  ];
}

/** The agent of the person's latest lead, else the brokerage's owner. */
async function replyTo({ db }: Context, { alert, person }: Composing): Promise<string | null> {
  const agentId = person.lead?.agentId;
  const agent = agentId ? await agentCard(db, { brokerageId: alert.brokerageId, agentId }) : null;
  return agent?.email ?? primaryContactEmail(db, alert.brokerageId);
}
