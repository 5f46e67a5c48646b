import type { KeptPhoto } from "../../photos/index.ts";

/** After so many photos in a row that its server did not deliver in time, the others of that server wait for another run. */
const MOST_TROUBLES = 8;
const TROUBLES = new Set(["unreachable", "timeout"]);

/** Which servers answer, in one run: a dead one with thousands of photos would hold up those of all others. */
export class HostCircuitBreaker {
  readonly #troubles = new Map<string, number>();

  allows(url: string): boolean {
    return (this.#troubles.get(hostOf(url)) ?? 0) < MOST_TROUBLES;
  }

  record(url: string, photo: KeptPhoto): void {
    const host = hostOf(url);
    const isTrouble =
      (photo.status === "pending" && !photo.arrived) ||
      (photo.status === "failed" && TROUBLES.has(photo.reason));
    if (isTrouble) this.#troubles.set(host, (this.#troubles.get(host) ?? 0) + 1);
    else this.#troubles.delete(host);
  }
}

/** Our own files have no host. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}
