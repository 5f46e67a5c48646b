/** On pages without https too: `crypto.randomUUID` is missing there. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

let latest = 0;

/** Now, in milliseconds; later than the one before, so that two things of one moment keep their order. */
export function moment(): number {
  const now = Date.now();
  // A clock that is put back by more than a second is believed.
  latest = now > latest || latest - now > 1000 ? now : latest + 1;
  return latest;
}

/** The same in ISO 8601. */
export const timestamp = (): string => new Date(moment()).toISOString();
