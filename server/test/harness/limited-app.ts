import { startTestApp, type TestApp } from "./test-app.ts";

export const LIMITED_HOST = "north.test";

/** A server with rate limits, so many requests a minute from an address, behind a proxy that names it; and the brokerage `north`. */
export async function startLimitedApp(limit: number): Promise<TestApp> {
  const lintel = await startTestApp({
    RATE_LIMITS: "on",
    TRUST_PROXY: "true",
    ADDRESS_REQUESTS_PER_MINUTE: String(limit),
  });
  await lintel.createTenant("north");
  return lintel;
}

let visitors = 0;

/** The header of a visitor from an address of their own, as the proxy sends it. */
export function newVisitor(): { "x-forwarded-for": string } {
  return { "x-forwarded-for": `198.51.100.${++visitors}` };
}
