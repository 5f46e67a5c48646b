import type { Kysely } from "kysely";
import type { Log } from "../log.ts";
import { createKysely } from "./database.ts";
import { createPool, type DatabasePool } from "./pool.ts";
import { PositionProbe, type ServerPosition } from "./server-position.ts";
import type { DB } from "./types.generated.ts";

const CONNECTIONS = 5;
const NEVER = Number.NEGATIVE_INFINITY;

/** A position of the primary, and when it was asked for by `performance.now()`: what was committed before then is below it. */
export type PrimarySample = ServerPosition & { at: number };

/** Why a server that answers is not read from. */
type Unfit =
  | "it belongs to another cluster"
  | "it is ahead of the primary"
  | "it takes writes, but is not the primary";

/** A server that reads may go to, and how much of what the primary has committed is known to be there. */
export class ReadReplica {
  /** Host and port. */
  readonly name: string;
  readonly db: Kysely<DB>;
  readonly #pool: DatabasePool;
  readonly #probe: PositionProbe;
  #freshAt = NEVER;
  #unfit: Unfit | null = null;
  /** Its position when it was last ahead of the primary. */
  #aheadAt: number | null = null;
  #checking: Promise<void> | null = null;

  constructor(address: string, log: Log) {
    this.name = new URL(address).host;
    this.#probe = new PositionProbe(() => address);
    const named = log.child({ server: this.name });
    this.#pool = createPool({
      ...{ target: { url: address }, maxConnections: CONNECTIONS, log: named, isReadOnly: true },
    });
    this.db = createKysely(this.#pool);
  }

  /** Everything that was committed before then, by `performance.now()`, is there. */
  get freshAt(): number {
    return this.#freshAt;
  }

  get answers(): boolean {
    return this.#probe.isOpen;
  }

  /** Null as well while it does not answer. */
  get unfit(): Unfit | null {
    return this.#unfit;
  }

  /**
   * @param samples of the primary, oldest first.
   * @param askPrimary its position after the replica's answer.
   */
  check(samples: readonly PrimarySample[], askPrimary: () => Promise<ServerPosition>): Promise<void> {
    // One that does not answer must not keep the others waiting.
    this.#checking ??= this.#check(samples, askPrimary).finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #check(samples: readonly PrimarySample[], askPrimary: () => Promise<ServerPosition>): Promise<void> {
    try {
      const requestedAt = performance.now();
      const own = await this.#probe.ask();
      const primary = await askPrimary();
      this.#unfit = this.#whyUnfit(own, primary);
      if (this.#unfit !== null) this.leaveOut();
      else if (!own.isStandby) this.#freshAt = requestedAt;
      else this.#freshAt = samples.findLast(({ position }) => position <= own.position)?.at ?? this.#freshAt;
    } catch {
      // Known until it is too old: the primary may be what has not answered.
      if (this.#probe.isOpen) return;
      this.leaveOut();
      // The primary answers what this server, within a second, has not.
      this.#pool.watch.abandonWaiting();
    }
  }

  #whyUnfit(own: ServerPosition, primary: ServerPosition): Unfit | null {
    if (own.system !== primary.system) return "it belongs to another cluster";
    const isAhead = own.position > primary.position;
    // It has followed a server that was not promoted, and can follow no other: when the primary has written as much, it still lacks all
    // of that. It moves again once it was rewound or made anew.
    if (isAhead && !primary.isStandby) this.#aheadAt = own.position;
    if (isAhead || own.position === this.#aheadAt) return "it is ahead of the primary";
    this.#aheadAt = null;
    if (!own.isStandby && own.timeline !== primary.timeline) return "it takes writes, but is not the primary";
    return null;
  }

  /** Until the next check finds it fit. */
  leaveOut(): void {
    this.#freshAt = NEVER;
  }

  async close(): Promise<void> {
    // First: a check under way fails at once.
    this.#probe.end();
    await this.#checking;
    // The last metrics are read after it.
    this.leaveOut();
    await this.db.destroy();
  }
}
