import { setTimeout as delay } from "node:timers/promises";
import {
  type Received,
  startWebhookReceiver,
  verify,
  type WebhookReceiver,
} from "../harness/webhook-receiver.ts";

/** Concurrent deliveries to a receiver: the repeats that one killed server explains. */
const MAX_IN_FLIGHT = 8;

/** The webhooks of the proof: two that accept everything, and one that never answers. */
export class Receivers {
  readonly answering: WebhookReceiver[];
  readonly hanging: WebhookReceiver;
  readonly #secrets = new Map<WebhookReceiver, string>();

  private constructor(answering: WebhookReceiver[], hanging: WebhookReceiver) {
    this.answering = answering;
    this.hanging = hanging;
    hanging.answer = () => () => {};
  }

  static async start(): Promise<Receivers> {
    const [one, other, hanging] = await Promise.all([1, 2, 3].map(() => startWebhookReceiver()));
    return new Receivers([one, other] as WebhookReceiver[], hanging as WebhookReceiver);
  }

  /** Subscribes each with `make`, which returns its secret. */
  async subscribe(make: (url: string) => Promise<string>): Promise<void> {
    for (const receiver of [...this.answering, this.hanging])
      this.#secrets.set(receiver, await make(receiver.url));
  }

  /** Answers after this delay. */
  set delayMs(milliseconds: number) {
    for (const receiver of this.answering) {
      receiver.answer = () =>
        milliseconds === 0
          ? 204
          : (response) => setTimeout(() => response.writeHead(204).end(), milliseconds);
    }
  }

  get got(): number {
    return this.answering.reduce((sum, { received: got }) => sum + got.length, 0);
  }

  /** Waits until each answering webhook has received `events` different events. */
  async waitForAll(events: number, withinMs: number): Promise<void> {
    const end = performance.now() + withinMs;
    while (this.answering.some(({ received: got }) => got.length < events || distinctIds(got) < events)) {
      const seen = this.answering.map(({ received: got }) => distinctIds(got));
      if (performance.now() > end) throw new Error(`Of ${events} events only ${seen} have come`);
      await delay(20);
    }
  }

  /** When an event arrived at each answering webhook; `find` selects it. */
  arrivals(find: (received: Received) => boolean): number[] {
    return this.answering.map(({ received: got }) => got.find(find)?.at ?? Number.NaN);
  }

  /**
   * Checks that every signature is valid, that each event has arrived, those of a subject in order, and that repeats had the
   * same id and are not more than `kills` explain.
   *
   * @returns the number of repeats.
   */
  expectAll(events: number, kills: number): number {
    let repeated = 0;
    for (const receiver of this.answering) {
      for (const received of receiver.received) this.#verify(receiver, received);
      expectOrder(receiver.received);
      const ids = new Map<string, Set<string>>();
      for (const { id, text } of receiver.received) ids.set(text, (ids.get(text) ?? new Set()).add(id));
      if (ids.size !== events) throw new Error(`${ids.size} different events came, and not ${events}`);
      const twice = [...ids.values()].find(({ size }) => size > 1);
      if (twice) throw new Error(`One event came under ${twice.size} ids`);
      repeated += receiver.received.length - events;
    }
    if (repeated > kills * MAX_IN_FLIGHT * this.answering.length)
      throw new Error(`${repeated} came again, more than ${kills} kills explain`);
    for (const received of this.hanging.received) this.#verify(this.hanging, received);
    return repeated;
  }

  async close(): Promise<void> {
    await Promise.all([...this.answering, this.hanging].map((receiver) => receiver.close()));
  }

  #verify(receiver: WebhookReceiver, received: Received): void {
    verify(received, this.#secrets.get(receiver) as string, new Date(performance.timeOrigin + received.at));
  }
}

function distinctIds(got: readonly Received[]): number {
  return new Set(got.map(({ id }) => id)).size;
}

function expectOrder(got: readonly Received[]): void {
  const last = new Map<string, number>();
  for (const { body } of got) {
    const { subject, nth } = body.data;
    if (subject === undefined) continue;
    const before = last.get(subject) ?? 0;
    // The same once more is a repeat.
    if (nth !== before && nth !== before + 1) throw new Error(`${subject}: ${nth} came after ${before}`);
    last.set(subject, nth);
  }
}
