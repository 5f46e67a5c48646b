import { describe, expect, it } from "vitest";
import { startTestApp } from "../../test/harness/test-app.ts";
import { createFirstKey } from "../identity/index.ts";
import { firstLinks } from "./first-links.ts";

const CONSOLE_URL = "https://console.test";

describe("firstLinks", () => {
  it.each<[Record<string, string>, string, string[]]>([
    [{ CONSOLE: "on" }, "http://localhost:8000", ["http://localhost:8000"]],
    [{ CONSOLE: "off" }, "http://localhost:8000", []],
    [{ CONSOLE: "off", CONSOLE_URL }, "http://localhost:8000", [CONSOLE_URL]],
    [{ CONSOLE: "on" }, "http://192.0.2.1:8000", []],
  ])("with %j at %s: lead to %j", async (settings, address, origins) => {
    const lintel = await startTestApp(settings);
    try {
      await createFirstKey(lintel.services);
      const links = await firstLinks(lintel.services, { address, key: true, demo: false });
      expect(links.map(({ url }) => new URL(url).origin)).toEqual(origins);
    } finally {
      await lintel.close();
    }
  });
});
