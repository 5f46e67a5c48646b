import { randomBytes } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import { type AlertChannel, alertChannels } from "../saved-searches.schemas.ts";
import { countMore, insertAlerts, type OpenAlert, openAlerts } from "./alert-rows.sql.ts";
import type { Rhythm } from "./backoff.ts";
import { enqueueAlerts } from "./enqueue-alerts.ts";
import type { Cadence, PlannedAlert } from "./planned-alert.ts";
import type { Recipient } from "./recipients.ts";
import { slotFinder } from "./slots.ts";

/** Instant alerts of a client within an hour; what comes then is gathered for the next one (search.md). */
export const MAX_INSTANT = 3;
export const INSTANT_WINDOW_MS = 3_600_000;

type Wanted = { frequency: Rhythm; readyAt: Date };

/** The channels that alerts can be sent by here: nothing is pushed without a VAPID key pair. */
export function usableChannels({ config }: Pick<Context, "config">): AlertChannel[] {
  return alertChannels.filter((channel) => channel !== "push" || config.push !== null);
}

/** Which alerts tell new events of some clients, who must be locked. New alerts get their rows of the ledger when the plan is saved. */
export class AlertPlan {
  readonly #recipients: ReadonlyMap<number, Recipient>;
  readonly #now: Date;
  readonly #nextSlot = slotFinder();
  /** By client, channel and cadence. */
  readonly #open = new Map<string, PlannedAlert[]>();
  /** When instant alerts of a client were sent within the last hour, by client and channel. */
  readonly #sent = new Map<string, number[]>();

  private constructor(alerts: readonly OpenAlert[], { recipients, now }: Known) {
    this.#recipients = recipients;
    this.#now = now;
    for (const { state, finishedAt, ...alert } of alerts) {
      if (state === "open") this.#push({ ...alert, more: 0 });
      else if (finishedAt !== null) this.#noteSent(alert.clientId, alert.channel, finishedAt);
    }
  }

  static async read({ db }: Context, clientIds: readonly number[], known: Known): Promise<AlertPlan> {
    const since = new Date(known.now.getTime() - INSTANT_WINDOW_MS);
    return new AlertPlan(await openAlerts(db, [...new Set(clientIds)], since), known);
  }

  /** The alert that tells a client something by a channel as soon as the frequency allows. */
  alertFor(clientId: number, channel: AlertChannel, { frequency, readyAt }: Wanted): PlannedAlert {
    return frequency === "instant"
      ? this.#instant(clientId, channel, readyAt)
      : this.#scheduled(clientId, channel, { frequency, readyAt });
  }

  /** Inserts new alerts with their messages, and counts what open ones do not tell. */
  async save(ctx: Context): Promise<void> {
    const all = [...this.#open.values()].flat();
    const created = all.filter(({ id }) => id === 0);
    const ids = await insertAlerts(
      ctx.db,
      created.map((alert) => ({ ...alert, ref: newRef() })),
      this.#now,
    );
    const known = all.filter(({ id, more }) => id !== 0 && more > 0);
    created.forEach((alert, nth) => {
      alert.id = ids[nth] as number;
    });
    await countMore(ctx.db, known);
    await enqueueAlerts(
      ctx,
      created.map((alert) => ({ ...alert, email: this.#recipientOf(alert.clientId).email })),
    );
  }

  #scheduled(clientId: number, channel: AlertChannel, { frequency, readyAt }: Wanted): PlannedAlert {
    const { timeZone } = this.#recipientOf(clientId);
    const dueAt = this.#nextSlot(frequency as "daily" | "weekly", timeZone, readyAt);
    return (
      this.#openAt(clientId, channel, "scheduled", dueAt) ??
      this.#create(clientId, channel, "scheduled", dueAt)
    );
  }

  /**
   * With the alert that is due already, if there is one: its mail has not left. Else as soon as the limit of an hour allows, when all that
   * came meanwhile is told together.
   */
  #instant(clientId: number, channel: AlertChannel, readyAt: Date): PlannedAlert {
    const now = this.#now.getTime();
    const isReady = readyAt.getTime() <= now;
    const overdue =
      isReady && this.#opened(clientId, channel, "instant").find(({ dueAt }) => dueAt.getTime() <= now);
    if (overdue) return overdue;
    const dueAt = new Date(Math.max(readyAt.getTime(), this.#allowedFrom(clientId, channel)));
    return (
      this.#openAt(clientId, channel, "instant", dueAt) ?? this.#create(clientId, channel, "instant", dueAt)
    );
  }

  /** When the next instant alert may leave, in milliseconds. */
  #allowedFrom(clientId: number, channel: AlertChannel): number {
    const sent = this.#sent.get(`${clientId} ${channel}`) ?? [];
    const earliest = sent.toSorted((a, b) => b - a)[MAX_INSTANT - 1];
    return earliest === undefined ? this.#now.getTime() : earliest + INSTANT_WINDOW_MS;
  }

  #opened(clientId: number, channel: AlertChannel, cadence: Cadence): PlannedAlert[] {
    return this.#open.get(`${clientId} ${channel} ${cadence}`) ?? [];
  }

  #openAt(clientId: number, channel: AlertChannel, cadence: Cadence, at: Date): PlannedAlert | undefined {
    return this.#opened(clientId, channel, cadence).find(({ dueAt }) => dueAt.getTime() === at.getTime());
  }

  #create(clientId: number, channel: AlertChannel, cadence: Cadence, dueAt: Date): PlannedAlert {
    const { brokerageId } = this.#recipientOf(clientId);
    return this.#push({ id: 0, clientId, brokerageId, channel, cadence, dueAt, more: 0 });
  }

  #push(alert: PlannedAlert): PlannedAlert {
    const key = `${alert.clientId} ${alert.channel} ${alert.cadence}`;
    this.#open.set(key, [...(this.#open.get(key) ?? []), alert]);
    return alert;
  }

  #noteSent(clientId: number, channel: AlertChannel, at: Date): void {
    const key = `${clientId} ${channel}`;
    this.#sent.set(key, [...(this.#sent.get(key) ?? []), at.getTime()]);
  }

  #recipientOf(clientId: number): Recipient {
    return this.#recipients.get(clientId) as Recipient;
  }
}

type Known = { recipients: ReadonlyMap<number, Recipient>; now: Date };

/** Opaque: 128 random bits. */
function newRef(): string {
  return randomBytes(16).toString("base64url");
}
