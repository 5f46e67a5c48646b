import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./harness/test-app.ts";

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));
/** As long as headers and paths may be. A quadratic expression takes a hundred times as long as this at least. */
const LENGTH = 16_000;
const MAX_MS = 20;

/** Texts that make an expression with two ways to match the same characters try both at every place. */
const UNITS = [
  ..." /1aAT_-.:,;?#@=&[]{}()<>\"'`\\~*+|\n\r\0é",
  ..." \n,1,,a.aa1. 1-1:1 a a a\n\n \\u0000\\\\{{ []()<>}}TZT1".match(/../gs)!,
];
const STARTS = ["", "a", "x@", "{{"];
const ENDS = ["", "!", "x"];

const LITERAL =
  /(?<=(?:[(,=:?&|!{};[]|return|=>)\s*|^\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g;
const SCHEMA_PATTERN = /pattern: "((?:\\.|[^"\\])+)"/g;

describe("every regular expression of the server", () => {
  it("takes time in proportion to the text, for every text", async () => {
    const expressions = await allExpressions();
    expect(expressions.size).toBeGreaterThan(150);
    const slow: string[] = [];
    for (const [name, expression] of expressions) {
      const text = slowText(expression);
      if (text !== null) slow.push(`${name}: ${JSON.stringify(text)}`);
    }
    expect(slow).toEqual([]);
  }, 300_000);

  it("takes it also in requests: in a bearer's issuer, a path, a number and words that go on for kilobytes", async () => {
    const lintel = await startTestApp({ OIDC_ISSUER: "https://id.test", OIDC_AUDIENCE: "lintel" });
    const { host } = await lintel.createTenant("north");
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
    const issuer = `https://id.test${"/".repeat(8000)}x`;
    const token = `${part({ alg: "RS256" })}.${part({ iss: issuer, exp: 4e9, aud: "lintel" })}.eA`;
    const requests: { url: string; method?: "POST"; headers?: Record<string, string> }[] = [
      { url: "/api/auth/verify", headers: { authorization: `Bearer ${token}` } },
      { url: "/api/properties", headers: { authorization: `Bearer ${" ".repeat(LENGTH - 100)}` } },
      { method: "POST", url: `/sessions${"/".repeat(LENGTH - 100)}x`, headers: { "idempotency-key": "a" } },
      { url: `/api/properties?min_price=${"1".repeat(LENGTH - 100)}x` },
      { url: `/api/autocomplete?q=${",".repeat(LENGTH - 100)}` },
      { url: "/sessions/scribe-status", headers: { cookie: `${"; ".repeat(LENGTH / 2 - 50)}x` } },
      { url: "/api/properties", headers: { host: `${":1".repeat(LENGTH / 2 - 50)}x` } },
    ];
    for (const request of requests) {
      const costs: number[] = [];
      for (let attempt = 0; attempt < 5; attempt++) {
        const before = process.cpuUsage();
        const reply = await lintel.app.inject({ ...request, headers: { host, ...request.headers } });
        const { user, system } = process.cpuUsage(before);
        expect(reply.statusCode).toBeLessThan(500);
        costs.push((user + system) / 1000);
      }
      expect.soft(Math.min(...costs), JSON.stringify(request).slice(0, 100)).toBeLessThan(2 * MAX_MS);
    }
    await lintel.close();
  }, 60_000);

  it("is in time for the formats of JSON Schema, too", () => {
    for (const name of ["email", "uri", "uuid", "date"] as const) {
      const format = addFormats.default.get(name);
      const expression = typeof format === "object" && "validate" in format ? format.validate : format;
      if (expression instanceof RegExp) expect([name, slowText(expression)]).toEqual([name, null]);
    }
  }, 60_000);

  it("is one that this test can see: it finds the quadratic ones", () => {
    for (const quadratic of [/\/+$/, /^\d+\.?\d*$/, /\s*\n+\s*/, /T.*Z$/, /^(a+)+$/]) {
      expect([quadratic.source, slowText(quadratic)]).not.toEqual([quadratic.source, null]);
    }
  });
});

/** How a text begins, what it repeats and how it ends that takes too long; null when none does. */
function slowText(expression: RegExp): [string, string, string] | null {
  for (const unit of UNITS) {
    // What takes exponential time shows on a short text, before a long one would never end.
    for (const length of [24, LENGTH]) {
      const repeated = unit.repeat(Math.ceil(length / unit.length));
      for (const start of STARTS) {
        for (const end of ENDS) {
          if (isSlow(expression, start + repeated + end)) return [start, unit, end];
        }
      }
    }
  }
  return null;
}

/** The best of three: other work of the machine counts too. */
function isSlow(expression: RegExp, text: string): boolean {
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = process.cpuUsage();
    text.replace(expression, "");
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 < MAX_MS) return false;
  }
  return true;
}

async function allExpressions(): Promise<Map<string, RegExp>> {
  const found = new Map<string, RegExp>();
  const files = await readdir(SOURCES, { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))) {
    for (const [nth, line] of readFileSync(SOURCES + file, "utf8")
      .split("\n")
      .entries()) {
      if (/^\s*(?:\*|\/\*|\/\/)/.test(line)) continue;
      const literals = [...line.matchAll(LITERAL), ...line.matchAll(SCHEMA_PATTERN)];
      for (const [whole, source = "", flags = ""] of literals) {
        const expression = compiled(source, flags);
        if (expression) found.set(`${file}:${nth + 1} ${whole}`, expression);
      }
    }
  }
  return found;
}

/** Null for what only looks like one. */
function compiled(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags.includes("g") || flags.includes("y") ? flags : `${flags}g`);
  } catch {
    return null;
  }
}
