import { exportClientSessions, exportFavorites, exportMagicLinks } from "../favorites/index.ts";
import { exportLeads, leadIdsOfPerson } from "../leads/index.ts";
import { exportMessages } from "../messages/index.ts";
import { exportSubscriptions } from "../newsletter/index.ts";
import type { Context } from "../platform/context.ts";
import type { DataSubject } from "../platform/data-subject.ts";
import { exportAlertSettings, exportSearches } from "../saved-searches/index.ts";
import { exportTours } from "../tours/index.ts";
import { exportClients, exportVisits } from "../visitors/index.ts";
import { exportDeliveries } from "../webhooks/index.ts";
import type { Receipt } from "./privacy.schemas.ts";

type ReadRecords = (ctx: Context, person: DataSubject) => AsyncIterable<object> | Promise<Iterable<object>>;

/** All personal data by its name in an export, read by the slices that own it. */
export const personalData = {
  leads: exportLeads,
  tours: exportTours,
  messages: exportMessages,
  webhook_deliveries: exportDeliveries,
  newsletter_subscriptions: exportSubscriptions,
  clients: exportClients,
  favorites: exportFavorites,
  magic_links: exportMagicLinks,
  sign_ins: exportClientSessions,
  saved_searches: exportSearches,
  alert_settings: exportAlertSettings,
  visits: visitsOf,
} as const satisfies Record<string, ReadRecords>;

export type DataName = keyof typeof personalData;
export const dataNames = Object.keys(personalData) as DataName[];

/** Sessions of the client with that email and of the person's leads. */
async function* visitsOf(ctx: Context, person: DataSubject) {
  yield* exportVisits(ctx, { ...person, leadIds: await leadIdsOfPerson(ctx, person) });
}

/** Reads the records of one name, one after the other. */
export async function* recordsOf(ctx: Context, person: DataSubject, name: DataName): AsyncGenerator<object> {
  yield* await (personalData[name] as ReadRecords)(ctx, person);
}

export async function hasPersonalData(ctx: Context, person: DataSubject): Promise<boolean> {
  for (const name of dataNames) {
    for await (const _record of recordsOf(ctx, person, name)) return true;
  }
  return false;
}

/** Counts what an export currently contains. */
export async function countPersonalData(ctx: Context, person: DataSubject): Promise<Receipt> {
  const receipt = emptyReceipt();
  for await (const { timeline, signals, flags, tags, drips } of exportLeads(ctx, person)) {
    receipt.leads++;
    receipt.timeline_events += timeline.length;
    receipt.signals += signals.length;
    receipt.flags += flags.length;
    receipt.tags += tags.length;
    receipt.drip_enrollments += drips.length;
  }
  for await (const { events } of visitsOf(ctx, person)) {
    receipt.visitor_sessions++;
    receipt.visitor_events += events.length;
  }
  for (const name of [
    "tours",
    "messages",
    "webhook_deliveries",
    "newsletter_subscriptions",
    "clients",
    "favorites",
    "magic_links",
    "saved_searches",
  ] as const) {
    receipt[name] = (await personalData[name](ctx, person)).length;
  }
  return receipt;
}

export function emptyReceipt() {
  return {
    leads: 0,
    timeline_events: 0,
    signals: 0,
    flags: 0,
    tags: 0,
    drip_enrollments: 0,
    tours: 0,
    messages: 0,
    webhook_deliveries: 0,
    newsletter_subscriptions: 0,
    clients: 0,
    favorites: 0,
    magic_links: 0,
    saved_searches: 0,
    visitor_sessions: 0,
    visitor_events: 0,
    vectors: 0,
    images: 0,
  };
}
