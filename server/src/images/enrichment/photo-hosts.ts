import { LRUCache } from "lru-cache";
import type { PhotoState } from "../../photos/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";

/** Failures in a row after which a host is left alone. */
export const MAX_FAILURES = 8;
const FIRST_BACKOFF_MS = 60_000;
const MAX_BACKOFF_MS = 6 * 3_600_000;
/** For the result of the one photo that is tried after a backoff. */
const PROBE_MS = 60_000;
const MAX_HOSTS = 10_000;
const HOST_FAILURES = new Set(["unreachable", "timeout"]);

type Host = { failures: number; backoffs: number; retryAt: number; isProbed: boolean };

/** Which photos may be fetched now. */
export type HostGate = {
  allows(url: string): boolean;
  record(url: string, photo: PhotoState): void;
  /** When the photo's host is tried again; null for one that is not left alone. */
  retryAt(url: string): Date | null;
};

/**
 * The hosts that do not answer this process. A host with eight failures in a row is left alone with all of its photos: for a minute,
 * doubled after each failed try up to six hours. A try is one photo, and an answer of any kind ends the backoff. A new process learns
 * about a host anew, from eight photos.
 */
export class PhotoHosts implements HostGate {
  readonly #hosts = new LRUCache<string, Host>({ max: MAX_HOSTS });
  readonly #clock: Clock;
  readonly #log: Log;

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  allows(url: string): boolean {
    const host = this.#hosts.get(hostOf(url));
    if (!host || host.failures < MAX_FAILURES) return true;
    const now = this.#clock.now().getTime();
    if (now < host.retryAt) return false;
    Object.assign(host, { isProbed: true, retryAt: now + PROBE_MS });
    return true;
  }

  record(url: string, photo: PhotoState): void {
    const name = hostOf(url);
    if (name === "") return;
    if (!isHostFailure(photo)) {
      if (this.retryAt(url)) this.#log.info({ host: name }, "photo host answers again");
      this.#hosts.delete(name);
      return;
    }
    const host = this.#hosts.get(name) ?? { failures: 0, backoffs: 0, retryAt: 0, isProbed: false };
    this.#hosts.set(name, host);
    host.failures++;
    const now = this.#clock.now().getTime();
    if (host.failures < MAX_FAILURES || (now < host.retryAt && !host.isProbed)) return;
    const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** host.backoffs, MAX_BACKOFF_MS);
    Object.assign(host, { backoffs: host.backoffs + 1, retryAt: now + backoffMs, isProbed: false });
    // Logged once an outage, not at each try.
    if (host.backoffs === 1) this.#log.warn({ host: name }, "photo host does not answer, its photos wait");
  }

  retryAt(url: string): Date | null {
    const host = this.#hosts.get(hostOf(url));
    return host && host.failures >= MAX_FAILURES ? new Date(host.retryAt) : null;
  }

  /** How many hosts are left alone. */
  get unanswering(): number {
    return [...this.#hosts.values()].filter(({ failures }) => failures >= MAX_FAILURES).length;
  }
}

/**
 * For photos that an admin asked for: a host that is left alone gets another chance in each run, and a host that does not answer delays
 * one run by a few photos only.
 */
export class RequestedPhotoHosts implements HostGate {
  readonly #failures = new Map<string, number>();
  readonly #hosts: PhotoHosts;

  constructor(hosts: PhotoHosts) {
    this.#hosts = hosts;
  }

  allows(url: string): boolean {
    return (this.#failures.get(hostOf(url)) ?? 0) < MAX_FAILURES;
  }

  record(url: string, photo: PhotoState): void {
    this.#hosts.record(url, photo);
    const host = hostOf(url);
    if (isHostFailure(photo)) this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
    else this.#failures.delete(host);
  }

  retryAt(url: string): Date | null {
    return this.#hosts.retryAt(url);
  }
}

/** As in `deferPicturesOf`. Uploaded files have no host. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

function isHostFailure(photo: PhotoState): boolean {
  if (photo.status === "pending") return !photo.arrived;
  return photo.status === "failed" && HOST_FAILURES.has(photo.reason);
}
