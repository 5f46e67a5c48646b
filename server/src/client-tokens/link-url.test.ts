import { describe, expect, it } from "vitest";
import { readConfig } from "../platform/config/config.ts";
import type { Context } from "../platform/context.ts";
import { linkUrl } from "./link-url.ts";

const urlOf = (publicApiUrl: string, website: string | null, domain = "north.test") =>
  linkUrl(
    { config: readConfig({ PUBLIC_API_URL: publicApiUrl }) } as Context,
    { website, domain, path: "/favorites/verify" },
    "a-token",
  );

describe("linkUrl", () => {
  it.each([
    ["https://north.test", "https://north.test/favorites/verify#token=a-token"],
    ["https://north.test/", "https://north.test/favorites/verify#token=a-token"],
    ["https://north.test/idaho//", "https://north.test/idaho/favorites/verify#token=a-token"],
    ["http://north.test:3000/a?lang=en", "http://north.test:3000/a/favorites/verify?lang=en#token=a-token"],
    ["https://north.test/#/home", "https://north.test/favorites/verify#token=a-token"],
    ["https://zürich.test", "https://xn--zrich-kva.test/favorites/verify#token=a-token"],
  ])("leads from the website %s to its page", (website, url) => {
    expect(urlOf("https://api.test", website)).toBe(url);
  });

  it.each([
    ["https://api.test", "https://north.test/favorites/verify#token=a-token"],
    ["http://localhost:8000", "http://north.test:8000/favorites/verify#token=a-token"],
    ["https://api.test:8443/lintel/", "https://north.test:8443/lintel/favorites/verify#token=a-token"],
  ])("without one leads to our own page, on the brokerage's domain, as %s is reached", (address, url) => {
    for (const none of [null, ""]) expect(urlOf(address, none)).toBe(url);
  });
});
