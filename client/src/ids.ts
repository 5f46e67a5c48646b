/** Works without https too, where `crypto.randomUUID` is missing. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

let latest = 0;

/** Current time in milliseconds, strictly increasing, so that events keep their order. */
export function increasingNow(): number {
  const now = Date.now();
  // A clock that was set back by more than a second is followed.
  latest = now > latest || latest - now > 1000 ? now : latest + 1;
  return latest;
}

/** The same in ISO 8601. */
export const timestamp = (): string => new Date(increasingNow()).toISOString();
