import { resolve } from "node:path";
import { address, flag, integer, oneOf, SettingError, text } from "./settings.ts";

/** Every environment variable the program reads. `.env.example` says each in a line; a test compares the two. */
export const settings = {
  PORT: integer({ min: 0, max: 65_535, byDefault: 8000 }),
  HOST: text({ byDefault: "127.0.0.1" }),
  DATABASE_URL: address(["postgres", "postgresql"]),
  DATA_DIR: text({ byDefault: "./data" }),
  DEMO: flag(),
  BOOTSTRAP_ADMIN_KEY: text({
    byDefault: null,
    // What a header can carry: it is sent as X-API-Key.
    pattern: /^[\x20-\x7e]{32,512}$/,
    mustBe: "32 characters or more, in plain ASCII",
  }),
  PUBLIC_API_URL: address(["http", "https"]),
  DEFAULT_STATE: text({
    byDefault: "ID",
    pattern: /^([A-Za-z]{2}|any)$/,
    mustBe: "a two-letter state, or any",
  }),
  TRUST_PROXY: flag(),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
  METRICS_TOKEN: text({ byDefault: null }),
};

/** What the program was started with, checked and typed. */
export type Config = {
  port: number;
  host: string;
  databaseUrl: string | null;
  /** Absolute. */
  dataDir: string;
  demo: boolean | null;
  bootstrapAdminKey: string | null;
  /** Base of links and of our own photos' addresses, without a trailing slash. */
  publicApiUrl: string;
  defaultState: string;
  trustProxy: boolean;
  logLevel: string;
  metricsToken: string | null;
};

/** A start that cannot go on because of what it was given: one clear line for whoever started it. */
export class StartError extends Error {}

type Environment = Record<string, string | undefined>;

/** Reads and checks the environment. Throws a StartError that names the variable and says what it must be. */
export function readConfig(environment: Environment): Config {
  const read = <K extends keyof typeof settings>(name: K): ReturnType<(typeof settings)[K]["parse"]> => {
    const given = environment[name]?.trim();
    try {
      return settings[name].parse(given === "" ? undefined : given) as ReturnType<
        (typeof settings)[K]["parse"]
      >;
    } catch (error) {
      if (error instanceof SettingError) throw new StartError(`${name} ${error.message}.`);
      throw error;
    }
  };
  const port = read("PORT");
  return {
    port,
    host: read("HOST"),
    databaseUrl: read("DATABASE_URL"),
    // npm runs scripts in the package's folder; a relative path means the folder the user stands in.
    dataDir: resolve(environment.INIT_CWD ?? ".", read("DATA_DIR")),
    demo: read("DEMO"),
    bootstrapAdminKey: read("BOOTSTRAP_ADMIN_KEY"),
    publicApiUrl: read("PUBLIC_API_URL") ?? `http://localhost:${port}`,
    defaultState: read("DEFAULT_STATE").toLowerCase(),
    trustProxy: read("TRUST_PROXY") ?? false,
    logLevel: read("LOG_LEVEL"),
    metricsToken: read("METRICS_TOKEN"),
  };
}
