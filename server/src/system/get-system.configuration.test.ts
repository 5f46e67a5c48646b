import { createECDH } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestApp } from "../../test/harness/test-app.ts";
import { settings } from "../platform/config/config.ts";

const pushKeys = createECDH("prime256v1");
pushKeys.setPrivateKey(`hush${"A".repeat(39)}`, "base64url");

/** Everything secret here, and below, holds "hush". */
const secrets = {
  BOOTSTRAP_ADMIN_KEY: "hush-bootstrap-0123456789-0123456789",
  METRICS_TOKEN: "hush-metrics",
  OIDC_CLIENT_SECRET: "hush-client-secret",
  FAVORITES_SECRET: "hush-favorites-0123456789-0123456789",
  DRIP_UNSUBSCRIBE_SECRET: "hush-unsubscribe-0123456789-0123456789",
  ENCRYPTION_KEY: `hush${"A".repeat(39)}=`,
  TWILIO_AUTH_TOKEN: "hush-twilio-0123456789",
  MODEL_SERVER_KEY: "hush-model-server",
  VAPID_PRIVATE_KEY: pushKeys.getPrivateKey("base64url"),
  DATABASE_URL: "postgres://hush-user:hush%2Fdatabase@db.test:5432/hush-name",
  DATABASE_READ_URL: "postgres://hush-user:hush%2Freplica@replica.test:5432/hush-name",
  REDIS_URL: "rediss://hush-user:hush-redis@127.0.0.1:1/0",
  MAIL_URL: "smtps://hush-user:hush%2Fmail@mail.test:465",
  OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=hush-collector",
  STORAGE_URL: "s3://hush-access:hush%2Fstorage@s3.test/hush-bucket?region=us-east-1&tls=true",
};

const fullyConfigured = {
  ...secrets,
  ROLE: "api",
  PORT: "8123",
  HOST: "0.0.0.0",
  DATA_DIR: "./elsewhere",
  DEMO: "false",
  PRINT_ADMIN_KEY: "false",
  PUBLIC_API_URL: "https://hush-user:hush-public@api.test/base?token=hush-query",
  DEFAULT_STATE: "WA",
  TRUST_PROXY: "2",
  LOG_LEVEL: "silent",
  OIDC_ISSUER: "https://hush-user:hush-issuer@login.test/realm?token=hush-query",
  OIDC_AUDIENCE: "lintel",
  OIDC_CLIENT_ID: "console",
  OIDC_ROLES_CLAIM: "realm_access.roles",
  OIDC_BROKERAGE_CLAIM: "office",
  OIDC_AGENT_CLAIM: "person",
  MAIL_FROM: "office@lintel.test",
  ADMIN_APP_URL: "https://hush-user:hush-admin@crm.test/app?token=hush-query",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_FROM: "+12085550100",
  TWILIO_BASE_URL: "https://api.dublin.ie1.twilio.com",
  VAPID_PUBLIC_KEY: pushKeys.getPublicKey("base64url"),
  VAPID_SUBJECT: "https://lintel.test/contact",
  OUTBOUND_ALLOW: "10.0.0.0/8, 127.0.0.1",
  MODEL_PROVIDER: "server",
  MODEL_DIR: "/models",
  MODEL_SERVER_URL: "http://models.test:11434",
  TEXT_MODEL: "nomic-embed-text",
  VISION_MODEL: "qwen3-vl:4b",
  IMAGE_EMBEDDING_MODEL: "openai/clip-vit-base-patch32",
  IMAGE_INDEX_CAPACITY: "1000",
  PHOTO_DETECTOR: "off",
  WEBSITE: "off",
  CONSOLE: "off",
  CONSOLE_URL: "https://office.test",
  MAP_TILES: "https://hush-user:hush-tiles@tiles.test/idaho.pmtiles?token=hush-query",
  RATE_LIMITS: "on",
  KEY_REQUESTS_PER_MINUTE: "200",
  KEY_REQUESTS_PER_HOUR: "2000",
  ADDRESS_REQUESTS_PER_MINUTE: "600",
  OTEL_EXPORTER_OTLP_ENDPOINT: "https://hush-user:hush-otlp@collector.test:4318",
  OTEL_SERVICE_NAME: "homes",
  OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
  OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
  OTEL_TRACES_SAMPLER_ARG: "0.1",
  SHUTDOWN_DELAY_SECONDS: "7",
};

describe("the configuration that getSystem shows", () => {
  async function systemOf(environment: Record<string, string>) {
    const lintel = await startTestApp(environment);
    try {
      const reply = await lintel.call("/api/admin/system", { key: await lintel.createKey("admin") });
      return { ...reply, dataDir: lintel.database.dataDir };
    } finally {
      await lintel.close();
    }
  }

  it("holds no secret of an environment in which every setting is given", async () => {
    expect(Object.keys(fullyConfigured).toSorted()).toEqual(Object.keys(settings).toSorted());
    const { status, text, body, dataDir } = await systemOf(fullyConfigured);
    expect([status, text.match(/hush[^"]*/g)]).toEqual([200, null]);
    expect(body.configuration).toEqual({
      ...Object.fromEntries(Object.keys(secrets).map((name) => [name, "set"])),
      ROLE: "api",
      PORT: 8123,
      HOST: "0.0.0.0",
      DATA_DIR: dataDir,
      DEMO: false,
      PRINT_ADMIN_KEY: false,
      PUBLIC_API_URL: "https://api.test/base",
      DEFAULT_STATE: "wa",
      TRUST_PROXY: 2,
      LOG_LEVEL: "silent",
      OIDC_ISSUER: "https://login.test/realm",
      OIDC_AUDIENCE: "lintel",
      OIDC_CLIENT_ID: "console",
      OIDC_ROLES_CLAIM: "realm_access.roles",
      OIDC_BROKERAGE_CLAIM: "office",
      OIDC_AGENT_CLAIM: "person",
      MAIL_FROM: "office@lintel.test",
      ADMIN_APP_URL: "https://crm.test/app",
      TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
      TWILIO_FROM: "+12085550100",
      TWILIO_BASE_URL: "https://api.dublin.ie1.twilio.com",
      VAPID_PUBLIC_KEY: pushKeys.getPublicKey("base64url"),
      VAPID_SUBJECT: "https://lintel.test/contact",
      OUTBOUND_ALLOW: ["10.0.0.0/8", "127.0.0.1"],
      MODEL_PROVIDER: "server",
      MODEL_DIR: "/models",
      MODEL_SERVER_URL: "http://models.test:11434/v1",
      TEXT_MODEL: "nomic-embed-text",
      VISION_MODEL: "qwen3-vl:4b",
      IMAGE_EMBEDDING_MODEL: "openai/clip-vit-base-patch32",
      IMAGE_INDEX_CAPACITY: 1000,
      PHOTO_DETECTOR: "off",
      WEBSITE: "off",
      CONSOLE: "off",
      CONSOLE_URL: "https://office.test",
      MAP_TILES: "https://tiles.test/idaho.pmtiles",
      RATE_LIMITS: "on",
      KEY_REQUESTS_PER_MINUTE: 200,
      KEY_REQUESTS_PER_HOUR: 2000,
      ADDRESS_REQUESTS_PER_MINUTE: 600,
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.test:4318",
      OTEL_SERVICE_NAME: "homes",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.1",
      SHUTDOWN_DELAY_SECONDS: 7,
    });
    expect([body.storage, body.rate_limits]).toEqual([{ kind: "bucket" }, { kind: "redis" }]);
    expect(body.mail).toEqual({ kind: "smtp", waiting: 0, failure: null });
  });

  it("says of a secret that is not given, or empty, that it is null, and of the rest what holds by default", async () => {
    const { body, dataDir } = await systemOf({ METRICS_TOKEN: "  ", RATE_LIMITS: "on" });
    expect(body.configuration).toEqual({
      ...Object.fromEntries(Object.keys(settings).map((name) => [name, null])),
      IMAGE_INDEX_CAPACITY: 1_000_000,
      OTEL_SERVICE_NAME: "lintel",
      OTEL_TRACES_SAMPLER: "parentbased_always_on",
      PHOTO_DETECTOR: "off",
      WEBSITE: "off",
      CONSOLE: "off",
      ROLE: "all",
      PORT: 8000,
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      PUBLIC_API_URL: "http://localhost:8000",
      TRUST_PROXY: 0,
      LOG_LEVEL: "error",
      MAIL_FROM: "lintel@localhost",
      OUTBOUND_ALLOW: [],
      MODEL_PROVIDER: "builtin",
      MODEL_DIR: join(dataDir, "models"),
      RATE_LIMITS: "on",
      KEY_REQUESTS_PER_MINUTE: 100,
      KEY_REQUESTS_PER_HOUR: 1000,
      ADDRESS_REQUESTS_PER_MINUTE: 300,
      SHUTDOWN_DELAY_SECONDS: 0,
    });
    expect(body.rate_limits).toEqual({ kind: "memory" });
  });

  it("hides a setting that is not marked as harmless", async () => {
    const added = settings as unknown as Record<string, unknown>;
    added.NEW_SETTING = { parse: (text: string | undefined) => text ?? null };
    try {
      const { text, body } = await systemOf({ NEW_SETTING: "hush-new" });
      expect([body.configuration.NEW_SETTING, text.includes("hush")]).toEqual(["set", false]);
    } finally {
      delete added.NEW_SETTING;
    }
  });
});
