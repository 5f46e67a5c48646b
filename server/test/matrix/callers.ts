import type { Role } from "../../src/platform/http/permissions.ts";

/** Who asks: what is sent, and what must be said of it. */
export type Caller = {
  name: string;
  headers: Record<string, string>;
  /** The text of the 401 that these credentials get wherever some are needed; null: they are good. */
  refusal: string | null;
  role: Role | null;
  /** Bound to the other brokerage. */
  foreign: boolean;
  /** Of a caller with a cookie: signs in again, with another cookie in `headers`. */
  signIn?: () => Promise<void>;
};

export const good = (
  name: string,
  role: Role,
  foreign: boolean,
  headers: Record<string, string>,
): Caller => ({
  name,
  headers,
  refusal: null,
  role,
  foreign,
});

export const bad = (name: string, refusal: string, headers: Record<string, string>): Caller => ({
  name,
  headers,
  refusal,
  role: null,
  foreign: false,
});
