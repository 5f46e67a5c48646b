import { resolve } from "node:path";
import { address, cidrs, flag, integer, oneOf, SettingError, text } from "./settings.ts";

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
  OIDC_ISSUER: address(["https", "http"]),
  OIDC_AUDIENCE: text({ byDefault: null }),
  OIDC_ROLES_CLAIM: text({ byDefault: "roles" }),
  OIDC_BROKERAGE_CLAIM: text({ byDefault: "brokerage_id" }),
  OIDC_AGENT_CLAIM: text({ byDefault: "agent_id" }),
  FAVORITES_SECRET: text({
    byDefault: null,
    pattern: /^.{32,}$/,
    mustBe: "32 characters or more",
  }),
  ENCRYPTION_KEY: text({
    byDefault: null,
    pattern: /^[A-Za-z0-9+/_-]{43}=?$/,
    mustBe: "32 bytes in base64 (make one: openssl rand -base64 32)",
  }),
  STORAGE_URL: address(["file", "s3"]),
  REDIS_URL: address(["redis", "rediss"]),
  OUTBOUND_ALLOW: cidrs(),
  RATE_LIMITS: oneOf(["on", "off"], "on"),
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
  /** Where bearer tokens come from; null when there is no OpenID provider. */
  oidc: OidcConfig | null;
  /** As given; see secrets.ts for what holds without them. */
  favoritesSecret: string | null;
  encryptionKey: string | null;
  /** `file://…` or `s3://…`; null: DATA_DIR/files. */
  storageUrl: string | null;
  redisUrl: string | null;
  /** Address ranges that outbound requests may reach although they are private. */
  outboundAllow: string[];
  rateLimits: boolean;
};

export type OidcConfig = {
  issuer: string;
  audience: string;
  rolesClaim: string;
  brokerageClaim: string;
  agentClaim: string;
};

/** A start that cannot go on because of what it was given: one clear line for whoever started it. */
export class StartError extends Error {}

type Environment = Record<string, string | undefined>;

/** Reads and checks the environment. Throws a StartError that names the variable and says what it must be. */
export function readConfig(environment: Environment): Config {
  const read: Read = <K extends keyof typeof settings>(name: K) => {
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
    oidc: readOidc(read),
    favoritesSecret: read("FAVORITES_SECRET"),
    encryptionKey: read("ENCRYPTION_KEY"),
    storageUrl: read("STORAGE_URL"),
    redisUrl: read("REDIS_URL"),
    outboundAllow: read("OUTBOUND_ALLOW"),
    rateLimits: read("RATE_LIMITS") === "on",
  };
}

type Read = <K extends keyof typeof settings>(name: K) => ReturnType<(typeof settings)[K]["parse"]>;

function readOidc(read: Read): OidcConfig | null {
  const issuer = read("OIDC_ISSUER");
  const audience = read("OIDC_AUDIENCE");
  if (issuer === null) return null;
  if (audience === null) throw new StartError("OIDC_AUDIENCE must be set when OIDC_ISSUER is.");
  const { protocol, hostname } = new URL(issuer);
  if (protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname)) {
    throw new StartError("OIDC_ISSUER must be an https:// address (http:// is accepted on loopback only).");
  }
  return {
    issuer,
    audience,
    rolesClaim: read("OIDC_ROLES_CLAIM"),
    brokerageClaim: read("OIDC_BROKERAGE_CLAIM"),
    agentClaim: read("OIDC_AGENT_CLAIM"),
  };
}
