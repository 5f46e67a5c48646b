import { type Config, type SettingName, settings } from "./config.ts";
import { modelFolder } from "./model-settings.ts";

export type ShownSetting = string | number | boolean | string[] | null;

/**
 * The settings whose value may be shown. Others show only whether they are set, so that a new setting is hidden until
 * it is listed here: no keys, no tokens, no addresses that may hold a password.
 */
const harmless: Partial<Record<SettingName, (config: Config) => ShownSetting>> = {
  ROLE: (config) => config.role,
  PORT: (config) => config.port,
  HOST: (config) => config.host,
  DATA_DIR: (config) => config.dataDir,
  DEMO: (config) => config.demo,
  PRINT_ADMIN_KEY: (config) => config.printAdminKey,
  PUBLIC_API_URL: (config) => withoutSecrets(config.publicApiUrl),
  DEFAULT_STATE: (config) => config.defaultState,
  TRUST_PROXY: (config) => config.proxyHops,
  LOG_LEVEL: (config) => config.logLevel,
  OIDC_ISSUER: (config) => config.oidc && withoutSecrets(config.oidc.issuer),
  OIDC_AUDIENCE: (config) => config.oidc?.audience ?? null,
  OIDC_CLIENT_ID: (config) => config.oidc?.client?.id ?? null,
  OIDC_ROLES_CLAIM: (config) => config.oidc?.rolesClaim ?? null,
  OIDC_BROKERAGE_CLAIM: (config) => config.oidc?.brokerageClaim ?? null,
  OIDC_AGENT_CLAIM: (config) => config.oidc?.agentClaim ?? null,
  MAIL_FROM: (config) => config.mail.from,
  ADMIN_APP_URL: (config) => config.adminAppUrl && withoutSecrets(config.adminAppUrl),
  CONSOLE_URL: (config) => config.consoleUrl,
  TWILIO_ACCOUNT_SID: (config) => config.sms.account?.accountSid ?? null,
  TWILIO_FROM: (config) => config.sms.account?.from ?? null,
  TWILIO_BASE_URL: (config) => config.sms.baseUrl,
  VAPID_PUBLIC_KEY: (config) => config.push?.publicKey ?? null,
  VAPID_SUBJECT: (config) => config.push?.subject ?? null,
  MODEL_PROVIDER: (config) => config.models.provider,
  MODEL_DIR: (config) => modelFolder(config),
  MODEL_SERVER_URL: (config) => config.models.server && withoutSecrets(config.models.server.url),
  TEXT_MODEL: (config) => config.models.text,
  VISION_MODEL: (config) => config.models.vision,
  IMAGE_EMBEDDING_MODEL: (config) => config.models.image,
  PHOTO_DETECTOR: (config) => (config.models.photoDetector ? "on" : "off"),
  IMAGE_INDEX_CAPACITY: (config) => config.imageIndexCapacity,
  WEBSITE: (config) => (config.website ? "on" : "off"),
  CONSOLE: (config) => (config.console ? "on" : "off"),
  MAP_TILES: (config) => config.mapTiles && shownTiles(config.mapTiles),
  OUTBOUND_ALLOW: (config) => config.outboundAllow,
  RATE_LIMITS: (config) => (config.rateLimits.enabled ? "on" : "off"),
  KEY_REQUESTS_PER_MINUTE: (config) => config.rateLimits.keyMinute,
  KEY_REQUESTS_PER_HOUR: (config) => config.rateLimits.keyHour,
  ADDRESS_REQUESTS_PER_MINUTE: (config) => config.rateLimits.addressMinute,
  OTEL_EXPORTER_OTLP_ENDPOINT: ({ telemetry }) => telemetry.endpoint && withoutSecrets(telemetry.endpoint),
  OTEL_SERVICE_NAME: ({ telemetry }) => telemetry.serviceName,
  OTEL_RESOURCE_ATTRIBUTES: ({ telemetry }) => telemetry.resourceAttributes,
  OTEL_TRACES_SAMPLER: ({ telemetry }) => telemetry.sampler,
  OTEL_TRACES_SAMPLER_ARG: ({ telemetry: { samplerShare } }) =>
    samplerShare === null ? null : String(samplerShare),
  SHUTDOWN_DELAY_SECONDS: (config) => config.shutdownDelaySeconds,
};

/** Every setting by name: its value, or "set" or null for those that are hidden. */
export function shownSettings(config: Config): Record<SettingName, ShownSetting> {
  const names = Object.keys(settings) as SettingName[];
  const shown = names.map((name) => {
    const show = harmless[name];
    return [name, show ? show(config) : config.given.includes(name) ? "set" : null];
  });
  return Object.fromEntries(shown) as Record<SettingName, ShownSetting>;
}

/** Removes user, password and query from an address. */
function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return pathname === "/" ? origin : origin + pathname;
}

function shownTiles(address: string): string {
  return /^https?:/.test(address) ? withoutSecrets(address) : address;
}
