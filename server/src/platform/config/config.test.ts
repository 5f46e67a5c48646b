import { isAbsolute } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig, StartError, settings } from "./config.ts";
import { serversOf } from "./settings.ts";

describe("readConfig", () => {
  it("starts with nothing set", () => {
    expect(readConfig({})).toMatchObject({
      port: 8000,
      host: "127.0.0.1",
      databaseUrl: null,
      demo: null,
      bootstrapAdminKey: null,
      printAdminKey: null,
      publicApiUrl: "http://localhost:8000",
      defaultState: null,
      trustProxy: false,
      logLevel: "info",
      metricsToken: null,
    });
  });

  it.each([
    ["PORT", "eighty", "PORT must be a whole number from 0 to 65535."],
    ["PORT", "80.5", "PORT must be a whole number from 0 to 65535."],
    ["PORT", "-1", "PORT must be a whole number from 0 to 65535."],
    ["PORT", "65536", "PORT must be a whole number from 0 to 65535."],
    [
      "DATABASE_URL",
      "localhost:5432",
      "DATABASE_URL must be an address that starts with postgres:// or postgresql://.",
    ],
    [
      "DATABASE_URL",
      "mysql://db/lintel",
      "DATABASE_URL must be an address that starts with postgres:// or postgresql://.",
    ],
    [
      "DATABASE_URL",
      "postgres://lintel@db1:5432,db2:port/lintel",
      "DATABASE_URL must be an address that starts with postgres:// or postgresql://.",
    ],
    [
      "DATABASE_READ_URL",
      "db2:5432",
      "DATABASE_READ_URL must be an address that starts with postgres:// or postgresql://.",
    ],
    [
      "DATABASE_READ_URL",
      "postgres://lintel@db2/lintel",
      "DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replicas.",
    ],
    [
      "PUBLIC_API_URL",
      "api.example.com",
      "PUBLIC_API_URL must be an address that starts with http:// or https://.",
    ],
    [
      "PUBLIC_API_URL",
      "ftp://example.com",
      "PUBLIC_API_URL must be an address that starts with http:// or https://.",
    ],
    ["DEMO", "maybe", "DEMO must be true or false."],
    ["TRUST_PROXY", "yes", "TRUST_PROXY must be true, false, or how many proxies stand in front (up to 10)."],
    ["TRUST_PROXY", "11", /^TRUST_PROXY must be true, false, or how many/],
    ["TRUST_PROXY", "-1", /^TRUST_PROXY must be true, false, or how many/],
    ["RATE_LIMITS", "true", "RATE_LIMITS must be one of on, off."],
    ["REDIS_URL", "localhost:6379", /^REDIS_URL must be an address that starts with redis:\/\/ or rediss:/],
    ["REDIS_URL", "redis://localhost:six", /^REDIS_URL must be an address that starts with redis:/],
    ["REDIS_URL", "redis://localhost/zero", /^REDIS_URL must end in the host and port, or in a database/],
    ["DEFAULT_STATE", "Idaho", "DEFAULT_STATE must be a two-letter state, or any."],
    ["BOOTSTRAP_ADMIN_KEY", "too short", /^BOOTSTRAP_ADMIN_KEY must be 32 characters or more/],
    ["MAIL_URL", "mail.example.com", /^MAIL_URL must be smtp:\/\/user:password@host:587 or smtps:\/\/…/],
    ["MAIL_FROM", "The Office", /^MAIL_FROM must be an email address without a name/],
    [
      "ADMIN_APP_URL",
      "crm.example.com",
      /^ADMIN_APP_URL must be an address that starts with http:\/\/ or https:/,
    ],
    ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent."],
  ])("stops on %s=%s with one line that names the variable and says what it must be", (name, value, line) => {
    const start = () => readConfig({ [name]: value });
    expect(start).toThrow(StartError);
    expect(start).toThrow(line);
    expect(start).not.toThrow(/\n/);
  });

  it("never repeats a value, which may be a secret", () => {
    for (const name of Object.keys(settings)) {
      const secret = "s3cret";
      try {
        readConfig({ [name]: secret });
      } catch (error) {
        expect(String(error)).not.toContain(secret);
      }
    }
  });

  it("takes blank for not set, and trims", () => {
    const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, " "]));
    expect(readConfig(blank)).toEqual(readConfig({}));
    expect(readConfig({ PORT: " 9000 ", PUBLIC_API_URL: " https://api.test/ " })).toMatchObject({
      port: 9000,
      publicApiUrl: "https://api.test",
    });
  });

  it.each([
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
  ])("takes %s for a flag", (text, value) => {
    expect(readConfig({ DEMO: text, TRUST_PROXY: text })).toMatchObject({ demo: value, trustProxy: value });
  });

  it.each([
    ["false", 0],
    ["0", 0],
    ["true", 1],
    ["1", 1],
    ["2", 2],
    ["10", 10],
  ])("takes TRUST_PROXY=%s for %d proxies in front", (text, proxyHops) => {
    expect(readConfig({ TRUST_PROXY: text })).toMatchObject({ proxyHops, trustProxy: proxyHops > 0 });
  });

  it("takes any text of 32 characters or more for the admin key", () => {
    for (const key of [
      "x".repeat(32),
      "four words and a number: 7, all of it typed by hand",
      "!".repeat(500),
    ]) {
      expect(readConfig({ BOOTSTRAP_ADMIN_KEY: key }).bootstrapAdminKey).toBe(key);
    }
  });

  it("makes the data folder absolute, seen from where the user stands", () => {
    expect(readConfig({ DATA_DIR: "here", INIT_CWD: "/stands" }).dataDir).toBe("/stands/here");
    expect(readConfig({ DATA_DIR: "/there", INIT_CWD: "/stands" }).dataDir).toBe("/there");
    expect(isAbsolute(readConfig({}).dataDir)).toBe(true);
  });

  it("names the port it listens on in the address it gives out", () => {
    expect(readConfig({ PORT: "9000" }).publicApiUrl).toBe("http://localhost:9000");
  });
});

it.each([
  [
    "postgres://u:p%2Cw@db1:5432,db2:5433/lintel?sslmode=require",
    [
      "postgres://u:p%2Cw@db1:5432/lintel?sslmode=require",
      "postgres://u:p%2Cw@db2:5433/lintel?sslmode=require",
    ],
  ],
  ["postgresql://db/lintel", ["postgresql://db/lintel"]],
  [
    "postgres://u@[::1]:5432,[fd00::2]:5432/lintel",
    ["postgres://u@[::1]:5432/lintel", "postgres://u@[fd00::2]:5432/lintel"],
  ],
])("%s names its servers", (url, servers) => {
  expect(serversOf(url)).toEqual(servers);
});
