import { setTimeout as delay } from "node:timers/promises";
import { type HookReceiver, type Received, startHookReceiver, verify } from "../harness/hook-receiver.ts";

/** A repeat is explained by a server that died while it was sending: so many at once to a receiver. */
const UNDER_WAY = 8;

/** Those who are told in the proof of webhooks: two that take everything, and one that never answers. */
export class Receivers {
  readonly answering: HookReceiver[];
  readonly hanging: HookReceiver;
  readonly #secrets = new Map<HookReceiver, string>();

  private constructor(answering: HookReceiver[], hanging: HookReceiver) {
    this.answering = answering;
    this.hanging = hanging;
    hanging.answer = () => () => {};
  }

  static async start(): Promise<Receivers> {
    const [one, other, hanging] = await Promise.all([1, 2, 3].map(() => startHookReceiver()));
    return new Receivers([one, other] as HookReceiver[], hanging as HookReceiver);
  }

  /** Subscribes each by `make`, which answers its secret. */
  async subscribe(make: (url: string) => Promise<string>): Promise<void> {
    for (const receiver of [...this.answering, this.hanging])
      this.#secrets.set(receiver, await make(receiver.url));
  }

  /** Answers after so long. */
  set slowness(milliseconds: number) {
    for (const receiver of this.answering) {
      receiver.answer = () =>
        milliseconds === 0
          ? 204
          : (response) => setTimeout(() => response.writeHead(204).end(), milliseconds);
    }
  }

  get got(): number {
    return this.answering.reduce((sum, { got }) => sum + got.length, 0);
  }

  /** Waits until each that answers has so many different events. */
  async haveAll(events: number, withinMs: number): Promise<void> {
    const end = performance.now() + withinMs;
    while (this.answering.some(({ got }) => got.length < events || different(got) < events)) {
      const seen = this.answering.map(({ got }) => different(got));
      if (performance.now() > end) throw new Error(`Of ${events} events only ${seen} have come`);
      await delay(20);
    }
  }

  /** When something came to each that answers, by what finds it. */
  arrivals(find: (received: Received) => boolean): number[] {
    return this.answering.map(({ got }) => got.find(find)?.at ?? Number.NaN);
  }

  /**
   * Demands of what came that every signature is good, that each event is there, those of an object in order, and that what
   * came more than once had one id, at most as often as `kills` explain.
   *
   * @returns how many came more than once.
   */
  expectAll(events: number, kills: number): number {
    let repeated = 0;
    for (const receiver of this.answering) {
      for (const received of receiver.got) this.#verify(receiver, received);
      expectOrder(receiver.got);
      const ids = new Map<string, Set<string>>();
      for (const { id, text } of receiver.got) ids.set(text, (ids.get(text) ?? new Set()).add(id));
      if (ids.size !== events) throw new Error(`${ids.size} different events came, and not ${events}`);
      const twice = [...ids.values()].find(({ size }) => size > 1);
      if (twice) throw new Error(`One event came under ${twice.size} ids`);
      repeated += receiver.got.length - events;
    }
    if (repeated > kills * UNDER_WAY * this.answering.length)
      throw new Error(`${repeated} came again, more than ${kills} kills explain`);
    for (const received of this.hanging.got) this.#verify(this.hanging, received);
    return repeated;
  }

  async close(): Promise<void> {
    await Promise.all([...this.answering, this.hanging].map((receiver) => receiver.close()));
  }

  #verify(receiver: HookReceiver, received: Received): void {
    verify(received, this.#secrets.get(receiver) as string, new Date(performance.timeOrigin + received.at));
  }
}

function different(got: readonly Received[]): number {
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
