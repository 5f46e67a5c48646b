import { integer, oneOf } from "./settings.ts";

const requests = (byDefault: number) => integer({ min: 1, max: 10_000_000, byDefault });

export const rateLimitSettings = {
  RATE_LIMITS: oneOf(["on", "off"], "on"),
  KEY_REQUESTS_PER_MINUTE: requests(100),
  KEY_REQUESTS_PER_HOUR: requests(1000),
  ADDRESS_REQUESTS_PER_MINUTE: requests(300),
};

export type RateLimitConfig = {
  enabled: boolean;
  /** Requests of an API key or of a person with a token; the console has a multiple of them. */
  keyMinute: number;
  keyHour: number;
  /** Requests of an address without credentials. */
  addressMinute: number;
};

type Settings = typeof rateLimitSettings;
type Read = <K extends keyof Settings>(name: K) => ReturnType<Settings[K]["parse"]>;

export function readRateLimits(read: Read): RateLimitConfig {
  return {
    enabled: read("RATE_LIMITS") === "on",
    keyMinute: read("KEY_REQUESTS_PER_MINUTE"),
    keyHour: read("KEY_REQUESTS_PER_HOUR"),
    addressMinute: read("ADDRESS_REQUESTS_PER_MINUTE"),
  };
}
