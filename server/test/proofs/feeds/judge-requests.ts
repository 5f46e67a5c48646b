import type { LoggedRequest } from "../../../../feed-server/src/request-log.ts";

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
/** A request that was sent before a kill may be logged after it, on a busy machine. */
const LOGGED_LATE_MS = 5 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
/** In single seconds a busy machine delivers late what was sent on time: per_second is measured over ten. */
const SECONDS = 10;
/** feeds.md, D25: the fresh address of a photo is asked once, after the first one was refused. */
const MAX_ASKS_AN_HOUR = 2;

export type Budget = { per_second: number; per_hour: number; per_day: number; bytes_per_hour: number };

/** What the log of the server says of a client; every list holds what the contract (feeds.md) forbids. */
export type JudgedRequests = {
  overruns: string[];
  /** Addresses of photos that were asked for twice within an hour. */
  addressesTwice: string[];
  /** Photos that were asked for more than twice within an hour, at any address. */
  photosTooOften: string[];
  /** Photos that were read again though they had not changed, and no process was killed between. */
  readAgain: string[];
  /** The most in an hour and in a single second. */
  most: { hour: number; second: number };
};

/**
 * Judges the requests that a feed's server got: of the Web API and of photos; those for tokens have no budget.
 *
 * @param kills when processes were killed: one may have read a photo, and died before it was stored.
 */
export function judgeRequests(
  log: readonly LoggedRequest[],
  budget: Budget,
  kills: readonly number[],
): JudgedRequests {
  const requests = log
    .filter(({ path }) => !path.startsWith("/oauth/"))
    .sort((one, other) => one.at - other.at);
  const one = () => 1;
  const most = (ms: number, weigh: (request: LoggedRequest) => number) => largestWindow(requests, ms, weigh);
  const limits: [name: string, found: number, limit: number][] = [
    ["per_second", most(SECONDS * SECOND_MS, one) / SECONDS, budget.per_second],
    ["per_hour", most(HOUR_MS, one), budget.per_hour],
    ["per_day", most(DAY_MS, one), budget.per_day],
    ["bytes_per_hour", most(HOUR_MS, ({ bytes }) => bytes), budget.bytes_per_hour],
  ];
  const photos = requests.filter(({ path }) => path.startsWith("/media/"));
  return {
    overruns: limits
      .filter(([, found, limit]) => found > limit)
      .map(([name, found, limit]) => `${found} of ${name} ${limit}`),
    addressesTwice: tooOften(photos, ({ path }) => path, 1),
    photosTooOften: tooOften(photos, mediaKeyOf, MAX_ASKS_AN_HOUR),
    readAgain: readAgain(photos, kills),
    most: { hour: most(HOUR_MS, one), second: most(SECOND_MS, one) },
  };
}

/** The largest sum over the requests of a time, wherever it begins. */
function largestWindow(
  requests: readonly LoggedRequest[],
  ms: number,
  weigh: (request: LoggedRequest) => number,
): number {
  let [from, sum, most] = [0, 0, 0];
  for (const request of requests) {
    sum += weigh(request);
    while ((requests[from] as LoggedRequest).at <= request.at - ms)
      sum -= weigh(requests[from++] as LoggedRequest);
    most = Math.max(most, sum);
  }
  return most;
}

/** What was asked for more often than `allowed` within an hour. */
function tooOften(
  requests: readonly LoggedRequest[],
  by: (request: LoggedRequest) => string,
  allowed: number,
): string[] {
  return [...Map.groupBy(requests, by)].flatMap(([name, requested]) => {
    const at = requested.findIndex(
      (request, nth) =>
        nth >= allowed && request.at - (requested[nth - allowed] as LoggedRequest).at < HOUR_MS,
    );
    return at < 0 ? [] : [`${name} at ${new Date((requested[at] as LoggedRequest).at).toISOString()}`];
  });
}

function readAgain(photos: readonly LoggedRequest[], kills: readonly number[]): string[] {
  const read = photos.filter(({ status }) => status === 200);
  return [...Map.groupBy(read, fileOf)].flatMap(([name, times]) =>
    times.slice(1).flatMap(({ at }, nth) => {
      const before = (times[nth] as LoggedRequest).at;
      const isExplained = kills.some(
        (kill) => kill >= before - LOGGED_LATE_MS && kill - before < 60 * SECOND_MS,
      );
      return isExplained
        ? []
        : [`${name} at ${new Date(before).toISOString()} and ${new Date(at).toISOString()}`];
    }),
  );
}

function mediaKeyOf({ path }: LoggedRequest): string {
  return decodeURIComponent(path.split("/")[2] ?? "");
}

/** A picture of a photo: its address without the signature. */
function fileOf({ path }: LoggedRequest): string {
  return path.split("?")[0] as string;
}
