import ipaddr from "ipaddr.js";
import { trimTrailing } from "../trim-trailing.ts";

/** Parses one environment variable into a value, or throws a SettingError with the reason. */
export type Setting<T> = { parse: (text: string | undefined) => T };

export class SettingError extends Error {}

/** An invalid configuration: the message is one line for the operator. */
export class StartError extends Error {}

/** A whole number within bounds. */
export function integer<D extends number | null>(bounds: {
  min: number;
  max: number;
  byDefault: D;
}): Setting<number | D> {
  return {
    parse(text) {
      if (text === undefined) return bounds.byDefault;
      const value = Number(text);
      if (Number.isInteger(value) && value >= bounds.min && value <= bounds.max) return value;
      throw new SettingError(`must be a whole number from ${bounds.min} to ${bounds.max}`);
    },
  };
}

export function text<D extends string | null>(options: {
  byDefault: D;
  pattern?: RegExp;
  mustBe?: string;
}): Setting<string | D> {
  return {
    parse(value) {
      if (value === undefined) return options.byDefault;
      if (options.pattern && !options.pattern.test(value))
        throw new SettingError(`must be ${options.mustBe}`);
      return value;
    },
  };
}

export function oneOf<V extends string>(values: readonly V[], byDefault: V): Setting<V> {
  return {
    parse(value) {
      if (value === undefined) return byDefault;
      const found = values.find((candidate) => candidate === value);
      if (found) return found;
      throw new SettingError(`must be one of ${values.join(", ")}`);
    },
  };
}

/** `true` or `false`; `null` when it is not set. */
export function flag(): Setting<boolean | null> {
  return {
    parse(value) {
      if (value === undefined) return null;
      if (value === "true" || value === "1") return true;
      if (value === "false" || value === "0") return false;
      throw new SettingError("must be true or false");
    },
  };
}

/** The number of proxies: `true` is one, `false` none. */
export function hops(): Setting<number> {
  return {
    parse(value) {
      if (value === undefined || value === "false") return 0;
      if (value === "true") return 1;
      if (/^([0-9]|10)$/.test(value)) return Number(value);
      throw new SettingError("must be true, false, or how many proxies stand in front (up to 10)");
    },
  };
}

/** An absolute address of one of the given schemes, without a trailing slash; `null` when it is not set. */
export function address(schemes: string[]): Setting<string | null> {
  return {
    parse(value) {
      if (value === undefined) return null;
      const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : "";
      if (!schemes.includes(scheme)) {
        throw new SettingError(
          `must be an address that starts with ${schemes.map((s) => `${s}://`).join(" or ")}`,
        );
      }
      return trimTrailing("/", value);
    },
  };
}

/** The address of a database; of one with standbys, the hosts of all, separated by commas, as libpq takes them. */
export function databaseAddress(): Setting<string | null> {
  const one = address(["postgres", "postgresql"]);
  return {
    parse(value) {
      if (value === undefined) return null;
      for (const server of serversOf(value)) one.parse(server);
      return trimTrailing("/", value);
    },
  };
}

/** `postgres://user@db1:5432,db2:5432/name?…`, as libpq writes it, split into an address for each server. */
export function serversOf(databaseUrl: string): string[] {
  const [, before = "", hosts = "", after = ""] =
    /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?@]*)(.*)$/.exec(databaseUrl) ?? [];
  return hosts.split(",").map((host) => before + host + after);
}

/** True for https, and for http on loopback. */
export function isTamperProof(webAddress: string): boolean {
  const { protocol, hostname } = new URL(webAddress);
  return (
    protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname))
  );
}

/** Address ranges, separated by commas: `10.0.0.0/8, ::1/128`. A single address is a range of one. */
export function cidrs(): Setting<string[]> {
  return {
    parse(value) {
      const ranges = (value ?? "").split(",").flatMap((part) => part.trim() || []);
      if (ranges.every((range) => ipaddr.isValidCIDR(range) || ipaddr.isValid(range))) return ranges;
      throw new SettingError("must be a list of address ranges, such as 10.0.0.0/8,127.0.0.1");
    },
  };
}
