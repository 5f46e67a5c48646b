import { resolve } from "node:path";
import { type MailServer, mailServer } from "../mail/mail-server.ts";
import type { SmsConfig } from "../sms/sms-account.ts";
import { exposesDataDir, type StorageAddress, storageAddress } from "../storage/storage-address.ts";
import { mapTilesAddress, mapTilesSetting } from "./map-tiles-setting.ts";
import {
  type ModelConfig,
  modelConfig,
  modelName,
  modelProviders,
  modelServerKey,
} from "./model-settings.ts";
import { type OidcConfig, readOidc } from "./oidc-settings.ts";
import { type PushConfig, readPush, vapidKey, vapidSubject } from "./push-keys.ts";
import { type RateLimitConfig, rateLimitSettings, readRateLimits } from "./rate-limit-settings.ts";
import { readConsoleUrl } from "./read-console-url.ts";
import { readRedisUrl } from "./read-redis-url.ts";
import {
  address,
  cidrs,
  databaseAddress,
  flag,
  hops,
  integer,
  oneOf,
  SettingError,
  StartError,
  text,
} from "./settings.ts";
import { readSms } from "./sms-settings.ts";
import { readTelemetry, type TelemetryConfig, telemetrySettings } from "./telemetry-settings.ts";

export type { OidcConfig } from "./oidc-settings.ts";
export { StartError } from "./settings.ts";

/**
 * What a process does. `api` answers requests, `worker` runs the jobs and reads the feeds, `all` does both. The embedded database has one
 * process, which does both.
 */
export const processRoles = ["all", "api", "worker"] as const;
export type ProcessRole = (typeof processRoles)[number];

/** Every environment variable that the program reads. `.env.example` describes each; a test compares the two. */
export const settings = {
  ROLE: oneOf(processRoles, "all"),
  PORT: integer({ min: 0, max: 65_535, byDefault: 8000 }),
  HOST: text({ byDefault: "127.0.0.1" }),
  DATABASE_URL: databaseAddress(),
  DATABASE_READ_URL: databaseAddress(),
  DATA_DIR: text({ byDefault: "./data" }),
  DEMO: flag(),
  BOOTSTRAP_ADMIN_KEY: text({
    byDefault: null,
    // Must be a valid header value: it is sent as X-API-Key.
    pattern: /^[\x20-\x7e]{32,512}$/,
    mustBe: "32 characters or more, in plain ASCII",
  }),
  PRINT_ADMIN_KEY: flag(),
  PUBLIC_API_URL: address(["http", "https"]),
  DEFAULT_STATE: text({
    byDefault: null,
    pattern: /^([A-Za-z]{2}|any)$/,
    mustBe: "a two-letter state, or any",
  }),
  TRUST_PROXY: hops(),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
  METRICS_TOKEN: text({ byDefault: null }),
  OIDC_ISSUER: address(["https", "http"]),
  OIDC_AUDIENCE: text({ byDefault: null }),
  OIDC_CLIENT_ID: text({ byDefault: null }),
  OIDC_CLIENT_SECRET: text({ byDefault: null }),
  OIDC_ROLES_CLAIM: text({ byDefault: "roles" }),
  OIDC_BROKERAGE_CLAIM: text({ byDefault: "brokerage_id" }),
  OIDC_AGENT_CLAIM: text({ byDefault: "agent_id" }),
  FAVORITES_SECRET: text({
    byDefault: null,
    pattern: /^.{32,}$/,
    mustBe: "32 characters or more",
  }),
  DRIP_UNSUBSCRIBE_SECRET: text({
    byDefault: null,
    pattern: /^.{32,}$/,
    mustBe: "32 characters or more",
  }),
  ENCRYPTION_KEY: text({
    byDefault: null,
    pattern: /^[A-Za-z0-9+/_-]{43}=?$/,
    mustBe: "32 bytes in base64 (make one: openssl rand -base64 32)",
  }),
  STORAGE_URL: storageAddress(),
  REDIS_URL: address(["redis", "rediss"]),
  OUTBOUND_ALLOW: cidrs(),
  MAIL_URL: mailServer(),
  MAIL_FROM: text({
    byDefault: null,
    pattern: /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/,
    mustBe: "an email address without a name, such as office@example.com",
  }),
  ADMIN_APP_URL: address(["http", "https"]),
  CONSOLE_URL: address(["https", "http"]),
  TWILIO_ACCOUNT_SID: text({
    byDefault: null,
    pattern: /^AC[0-9a-fA-F]{32}$/,
    mustBe: "an account SID: AC and 32 hexadecimal digits",
  }),
  TWILIO_AUTH_TOKEN: text({
    byDefault: null,
    pattern: /^[\x21-\x7e]{16,200}$/,
    mustBe: "16 to 200 characters, in plain ASCII without spaces",
  }),
  TWILIO_FROM: text({
    byDefault: null,
    pattern: /^\+[1-9]\d{6,14}$/,
    mustBe: "a phone number in the form +12085550100",
  }),
  TWILIO_BASE_URL: address(["https", "http"]),
  VAPID_PUBLIC_KEY: vapidKey(65),
  VAPID_PRIVATE_KEY: vapidKey(32),
  VAPID_SUBJECT: vapidSubject(),
  MODEL_PROVIDER: oneOf(modelProviders, "builtin"),
  MODEL_DIR: text({ byDefault: null }),
  MODEL_SERVER_URL: address(["http", "https"]),
  MODEL_SERVER_KEY: modelServerKey(),
  TEXT_MODEL: modelName(),
  VISION_MODEL: modelName(),
  IMAGE_EMBEDDING_MODEL: modelName(),
  PHOTO_DETECTOR: oneOf(["on", "off"], "on"),
  IMAGE_INDEX_CAPACITY: integer({ min: 1, max: 2_147_483_647, byDefault: 1_000_000 }),
  WEBSITE: oneOf(["on", "off"], "on"),
  CONSOLE: oneOf(["on", "off"], "on"),
  MAP_TILES: mapTilesSetting,
  ...rateLimitSettings,
  ...telemetrySettings,
  SHUTDOWN_DELAY_SECONDS: integer({ min: 0, max: 600, byDefault: null }),
};

export type SettingName = keyof typeof settings;

/** The settings, validated and typed. */
export type Config = {
  /** Names of the settings that are set; the others have their defaults. */
  given: SettingName[];
  role: ProcessRole;
  port: number;
  host: string;
  databaseUrl: string | null;
  /** Servers that reads may go to which may be a second old; null: none. */
  databaseReadUrl: string | null;
  /** Absolute. */
  dataDir: string;
  demo: boolean | null;
  bootstrapAdminKey: string | null;
  /** Whether the first start may print the key that it makes; null: on a terminal, and with the embedded database. */
  printAdminKey: boolean | null;
  /** Base of links and of photo URLs, without a trailing slash. */
  publicApiUrl: string;
  /** In lower case, or `any`; null: the state of the brokerage's address. */
  defaultState: string | null;
  trustProxy: boolean;
  /** Number of trusted proxies: that many of the last addresses in X-Forwarded-For are trusted. */
  proxyHops: number;
  logLevel: string;
  metricsToken: string | null;
  telemetry: TelemetryConfig;
  /** Issuer of bearer tokens; null without an OpenID provider. */
  oidc: OidcConfig | null;
  /** As set; secrets.ts has the defaults. */
  favoritesSecret: string | null;
  /** crypto/unsubscribe-links.ts has the default. */
  dripUnsubscribeSecret: string | null;
  encryptionKey: string | null;
  /** File storage; null: DATA_DIR/files. */
  storage: StorageAddress | null;
  redisUrl: string | null;
  /** Private address ranges that outbound requests may reach. */
  outboundAllow: string[];
  rateLimits: RateLimitConfig;
  mail: MailConfig;
  /** Base of the links in agents' emails, without a trailing slash; null: links go to the API. */
  adminAppUrl: string | null;
  /** The origin of the console for admins and for several brokerages; null: each brokerage has it on its own domains. */
  consoleUrl: string | null;
  sms: SmsConfig;
  /** Null: no browser push. */
  push: PushConfig | null;
  models: ModelConfig;
  /** Most pictures with vectors. */
  imageIndexCapacity: number;
  /** Whether the brokerages' websites are served beside the API. */
  website: boolean;
  /** Whether the console is served at `/console`. */
  console: boolean;
  /** The archive of the websites' base map: an absolute path, or an http(s) address. Null: counties and towns are drawn. */
  mapTiles: string | null;
  /** How long `/health` fails before connections are closed. */
  shutdownDelaySeconds: number;
};

/** Without a server, mail is written to DATA_DIR/outbox. */
export type MailConfig = { server: MailServer | null; from: string };

type Environment = Record<string, string | undefined>;

/**
 * Reads and validates the environment.
 *
 * @throws StartError that names the variable and what it must be.
 */
export function readConfig(environment: Environment): Config {
  const textOf = (name: SettingName) => environment[name]?.trim() || undefined;
  const read: Read = <K extends SettingName>(name: K) => {
    try {
      return settings[name].parse(textOf(name)) as ReturnType<(typeof settings)[K]["parse"]>;
    } catch (error) {
      if (error instanceof SettingError) throw new StartError(`${name} ${error.message}.`);
      throw error;
    }
  };
  const port = read("PORT");
  // npm runs scripts in the package's folder; relative paths are relative to the user's working directory.
  const dataDir = resolve(environment.INIT_CWD ?? ".", read("DATA_DIR"));
  return {
    given: (Object.keys(settings) as SettingName[]).filter((name) => textOf(name) !== undefined),
    role: read("ROLE"),
    port,
    host: read("HOST"),
    databaseUrl: read("DATABASE_URL"),
    databaseReadUrl: readReplicas(read),
    dataDir,
    demo: read("DEMO"),
    bootstrapAdminKey: read("BOOTSTRAP_ADMIN_KEY"),
    printAdminKey: read("PRINT_ADMIN_KEY"),
    publicApiUrl: read("PUBLIC_API_URL") ?? `http://localhost:${port}`,
    defaultState: read("DEFAULT_STATE")?.toLowerCase() ?? null,
    trustProxy: read("TRUST_PROXY") > 0,
    proxyHops: read("TRUST_PROXY"),
    logLevel: read("LOG_LEVEL"),
    metricsToken: read("METRICS_TOKEN"),
    telemetry: readTelemetry(read),
    oidc: readOidc(read),
    favoritesSecret: read("FAVORITES_SECRET"),
    dripUnsubscribeSecret: read("DRIP_UNSUBSCRIBE_SECRET"),
    encryptionKey: read("ENCRYPTION_KEY"),
    storage: readStorage(read, dataDir),
    redisUrl: readRedisUrl(read("REDIS_URL")),
    outboundAllow: read("OUTBOUND_ALLOW"),
    rateLimits: readRateLimits(read),
    mail: readMail(read),
    adminAppUrl: read("ADMIN_APP_URL"),
    consoleUrl: readConsoleUrl(read("CONSOLE_URL")),
    sms: readSms(read),
    push: readPush(read),
    models: modelConfig(read, environment.INIT_CWD ?? "."),
    imageIndexCapacity: read("IMAGE_INDEX_CAPACITY"),
    website: read("WEBSITE") === "on",
    console: read("CONSOLE") === "on",
    mapTiles: mapTilesAddress(read("MAP_TILES"), environment.INIT_CWD ?? "."),
    // The embedded database has a single process: no other can take over its traffic.
    shutdownDelaySeconds: read("SHUTDOWN_DELAY_SECONDS") ?? (read("DATABASE_URL") ? 5 : 0),
  };
}

type Read = <K extends SettingName>(name: K) => ReturnType<(typeof settings)[K]["parse"]>;

function readStorage(read: Read, dataDir: string): StorageAddress | null {
  const address = read("STORAGE_URL");
  if (address !== null && "folder" in address && exposesDataDir(dataDir, address.folder)) {
    throw new StartError(
      "STORAGE_URL must be a folder that neither holds DATA_DIR nor lies in it (but for DATA_DIR/files).",
    );
  }
  return address;
}

function readReplicas(read: Read): string | null {
  const address = read("DATABASE_READ_URL");
  if (address !== null && read("DATABASE_URL") === null) {
    throw new StartError("DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replicas.");
  }
  return address;
}

function readMail(read: Read): MailConfig {
  const server = read("MAIL_URL");
  const from = read("MAIL_FROM");
  if (server !== null && from === null) {
    throw new StartError("MAIL_FROM must be set when MAIL_URL is: the address that mail comes from.");
  }
  return { server, from: from ?? "lintel@localhost" };
}
