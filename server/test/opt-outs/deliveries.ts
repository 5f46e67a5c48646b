import { deliverChannel } from "../../src/messages/index.ts";
import { Verdicts, zoneOf } from "./oracle.ts";
import { isQuiet } from "./wall-clock.ts";
import type { Cast, World } from "./world.ts";

export type Pass = {
  channels: ReadonlySet<"email" | "sms">;
  /** What people do at the same time. */
  meanwhile: () => Promise<void>;
  /** Those of whom an opt-out is lifted by it. */
  lifting: ReadonlySet<Cast>;
};

const everything: Pass = {
  channels: new Set(["email", "sms"]),
  meanwhile: async () => {},
  lifting: new Set(),
};

/** Delivers as two processes do, and holds what arrives against what holds. */
export class Deliveries {
  /** What should not have been. */
  readonly wrong: string[] = [];
  readonly counts = { mails: 0, texts: 0, droppedMails: 0, droppedTexts: 0, deferred: 0 };
  readonly #world: World;
  readonly #arrived = new Map<string, number>();
  /** Until when each text waits. */
  readonly #deferred = new Map<string, number>();
  #mailsSeen = 0;
  #textsSeen = 0;

  constructor(world: World) {
    this.#world = world;
  }

  async pass({ channels, meanwhile, lifting }: Pass = everything): Promise<void> {
    const { sms, casts } = this.#world;
    const { ctx, clock } = sms.lintel;
    const verdicts = new Verdicts(casts, lifting, clock.now());
    const deliver = async (channel: "email" | "sms") => {
      if (!channels.has(channel)) return [];
      return Promise.all([deliverChannel(ctx, channel), deliverChannel(ctx, channel)]);
    };
    await Promise.all([deliver("sms"), deliver("email"), meanwhile()]);
    this.#judge(verdicts);
    await this.#settle(clock.now());
    await this.#judgeWaits();
  }

  #judge(verdicts: Verdicts): void {
    const { mail, sms } = this.#world;
    for (; this.#mailsSeen < mail.arrived.length; this.#mailsSeen++) {
      const { to, raw } = mail.arrived[this.#mailsSeen]!;
      this.#note(verdicts.ofMail(to[0] as string));
      this.#count(/^Message-ID: (\S+)/im.exec(raw.toString("latin1"))?.[1] ?? "a mail without Message-ID");
    }
    for (; this.#textsSeen < sms.provider.texts.length; this.#textsSeen++) {
      const { to, body } = sms.provider.texts[this.#textsSeen]!;
      this.#note(verdicts.ofText(to));
      this.#count(/\?(\d+)$/.exec(body)?.[1] ?? `a text that says ${body}`);
    }
  }

  /** A text that has been put off for quiet hours just now goes when they are over, and not later. */
  async #judgeWaits(): Promise<void> {
    const { sms, pending } = this.#world;
    const rows = await sms.lintel.database.db
      .selectFrom("messages")
      .select(["occasion", "due_at"])
      .where("channel", "=", "sms")
      .where("state", "=", "waiting")
      .whereRef("claimed_until", "=", "due_at")
      .execute();
    for (const { occasion, due_at } of rows) {
      const cast = pending.get(occasion)?.cast;
      if (!cast || this.#deferred.get(occasion) === due_at.getTime()) continue;
      this.#deferred.set(occasion, due_at.getTime());
      this.counts.deferred++;
      const isQuietAt = (at: Date) => isQuiet(at, zoneOf(cast), cast.brokerage.settings);
      if (isQuietAt(due_at) || !isQuietAt(new Date(due_at.getTime() - 60_000)))
        this.#note(`${occasion} is put off until ${due_at.toISOString()}, in ${zoneOf(cast)}`);
    }
  }

  #note(wrong: string | null): void {
    if (wrong) this.wrong.push(wrong);
  }

  #count(what: string): void {
    const times = (this.#arrived.get(what) ?? 0) + 1;
    this.#arrived.set(what, times);
    if (times > 1) this.wrong.push(`${what} has arrived ${times} times`);
  }

  /** What the ledger has finished with has arrived, or was forbidden. */
  async #settle(now: Date): Promise<void> {
    const { sms, pending } = this.#world;
    const rows = await sms.lintel.database.db
      .selectFrom("messages")
      .select(["occasion", "reference", "state", "failure"])
      .where("finished_at", "=", now)
      .execute();
    for (const { occasion, reference, state, failure } of rows) {
      const message = pending.get(occasion);
      if (!message) continue;
      pending.delete(occasion);
      const isMail = message.kind === "mail";
      const hasArrived = this.#arrived.has(
        isMail ? reference : (/^\w+:text (\d+):/.exec(occasion)?.[1] as string),
      );
      if (state === "sent") this.counts[isMail ? "mails" : "texts"]++;
      if (state === "dropped") this.counts[isMail ? "droppedMails" : "droppedTexts"]++;
      const isRight = state === "sent" ? hasArrived : state === "dropped" && message.forbidden && !hasArrived;
      if (!isRight)
        this.wrong.push(`${occasion} is ${state} (${failure}), ${hasArrived ? "has" : "has not"} arrived`);
    }
  }
}
