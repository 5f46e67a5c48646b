import type { PhotoState } from "../../photos/index.ts";

/** Failures in a row after which a host's remaining photos are left to another run. */
const MAX_FAILURES = 8;
const HOST_FAILURES = new Set(["unreachable", "timeout"]);

/** Which hosts answer during one run: an unreachable one with thousands of photos would delay all others. */
export class HostCircuitBreaker {
  readonly #failures = new Map<string, number>();

  allows(url: string): boolean {
    return (this.#failures.get(hostOf(url)) ?? 0) < MAX_FAILURES;
  }

  record(url: string, photo: PhotoState): void {
    const host = hostOf(url);
    const isFailure =
      (photo.status === "pending" && !photo.arrived) ||
      (photo.status === "failed" && HOST_FAILURES.has(photo.reason));
    if (isFailure) this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
    else this.#failures.delete(host);
  }
}

/** Uploaded files have no host. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}
