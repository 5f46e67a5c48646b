import {
  type BrokerageBranding,
  brokerageBranding,
  visibleSourceIds,
  websiteAddress,
} from "../../../brokerages/index.ts";
import { clientsWithFavorites } from "../../../favorites/index.ts";
import { type PersonAsRecipient, peopleAsRecipients } from "../../../leads/index.ts";
import {
  currentStates,
  SingleListing,
  type StateRow,
  shownHomes,
  type UsesListings,
} from "../../../listings/index.ts";
import type { Context } from "../../../platform/context.ts";
import { searchesOfClients } from "../../searches/saved-search-row.ts";
import type { DueAlert } from "../due-alerts.sql.ts";
import type { Recipient } from "../recipients.ts";
import { alertContent } from "./alert-content.ts";
import { type AlertEvent, alertEvents } from "./alert-events.sql.ts";
import { AlertLinks } from "./alert-links.ts";
import { type AlertToCompose, type ComposedAlert, MAX_HOMES } from "./composing.ts";
import { type AlertedClient, type ReportedHome, reportedHomes } from "./reported-homes.ts";

/** What alerts tell now; null where nothing is left, or its client may not be written to. In the order of the alerts. */
export async function composeAlerts(
  ctx: Context<UsesListings>,
  alerts: readonly AlertToCompose[],
): Promise<(ComposedAlert | null)[]> {
  const { db } = ctx;
  const events = await eventsOf(ctx, alerts);
  const listingIds = [...new Set([...events.values()].flat().map(({ listing_id }) => listing_id))];
  const states = new Map((await currentStates(db, listingIds)).map((state) => [state.id, state]));
  const known = await readClients(ctx, alerts, states);
  const single = new SingleListing(ctx.listings.sources);
  const reported = alerts.map(({ alert, recipient }, nth) => {
    const client = known.clientOf(recipient, alert.channel);
    const isForbidden = known.people[nth]?.[alert.channel === "email" ? "noMail" : "noContact"] !== null;
    const own = events.get(alert.id) ?? [];
    return {
      client,
      homes: isForbidden || client === null ? [] : reportedHomes(ctx, single, own, states, client),
    };
  });
  const shown = await shownHomes(ctx, [...new Set(reported.flatMap(({ homes }) => firstOf(homes)))]);
  return Promise.all(
    alerts.map(async ({ alert }, nth) => {
      const { client, homes } = reported[nth] as (typeof reported)[number];
      const person = known.people[nth] as PersonAsRecipient;
      const branding = known.brandings.get(alert.brokerageId);
      if (!client || !branding || homes.length === 0) return null;
      return alertContent(ctx, {
        alert,
        client,
        homes,
        person,
        branding,
        shown,
        links: linksOf(ctx, alert, branding),
      });
    }),
  );
}

function firstOf(homes: readonly ReportedHome[]): number[] {
  return homes.slice(0, MAX_HOMES).map(({ listingId }) => listingId);
}

function linksOf(ctx: Context, { brokerageId, ref }: DueAlert, { website }: BrokerageBranding): AlertLinks {
  return new AlertLinks(ctx, { brokerageId, website, ref });
}

async function eventsOf(
  { db }: Context,
  alerts: readonly AlertToCompose[],
): Promise<Map<number, AlertEvent[]>> {
  const ids = (channel: "email" | "push") =>
    alerts.filter(({ alert }) => alert.channel === channel).map(({ alert }) => alert.id);
  const rows = [
    ...(await alertEvents(db, "email", ids("email"))),
    ...(await alertEvents(db, "push", ids("push"))),
  ];
  return Map.groupBy(rows, ({ alert_id }) => alert_id);
}

/** What decides about the alerts, read together for all of them. */
async function readClients(
  ctx: Context<UsesListings>,
  alerts: readonly AlertToCompose[],
  states: ReadonlyMap<number, StateRow>,
) {
  const { db, clock } = ctx;
  const recipients = alerts.map(({ recipient }) => recipient);
  const clientIds = [...new Set(recipients.map(({ clientId }) => clientId))];
  const brokerageIds = [...new Set(recipients.map(({ brokerageId }) => brokerageId))];
  const searches = Map.groupBy(await searchesOfClients(db, clientIds), ({ client_id }) => client_id);
  const publicIds = [...states.values()].flatMap(({ listing_id }) => listing_id ?? []);
  const favorites = Map.groupBy(
    await clientsWithFavorites(db, publicIds, clientIds),
    ({ client_id }) => client_id,
  );
  const visible = await visibleSourceIds(db, brokerageIds);
  const people = await peopleAsRecipients(db, recipients);
  const brandings = new Map<number, BrokerageBranding>();
  for (const brokerageId of brokerageIds) {
    if (!visible.has(brokerageId)) continue;
    const branding = await brokerageBranding(db, brokerageId);
    const website = await websiteAddress(ctx, { brokerageId, website: branding.website });
    brandings.set(brokerageId, { ...branding, website });
  }
  return {
    people,
    brandings,
    /** Null while the brokerage is disabled. */
    clientOf(recipient: Recipient, channel: AlertedClient["channel"]): AlertedClient | null {
      const sources = visible.get(recipient.brokerageId);
      if (sources === undefined) return null;
      return {
        recipient,
        channel,
        searches: new Map((searches.get(recipient.clientId) ?? []).map((search) => [search.id, search])),
        favorites: new Set((favorites.get(recipient.clientId) ?? []).map(({ listing_id }) => listing_id)),
        sourceIds: ctx.listings.sources.shownSources(sources && [...sources], clock.now()),
      };
    },
  };
}
