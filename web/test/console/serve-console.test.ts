import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebsiteFixture } from "../harness/website-fixture.ts";

describe("the console's address", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open({ CONSOLE: "on" });
  });
  afterAll(() => website.close());

  it("is /console of every domain of a brokerage and of this machine, one document for all paths below", async () => {
    const { status, text, headers } = await website.visit("/console");
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    for (const [path, host] of [
      ["/console/leads/3?tab=mail", "north.test"],
      ["/console/", "north.localhost"],
      ["/console", "127.0.0.1:8000"],
    ] as const) {
      const same = await website.visit(path, { host });
      expect([path, same.status, same.text === text]).toEqual([path, 200, true]);
    }
  });

  it("is framed by none and loads nothing from others", async () => {
    const { text, headers } = await website.visit("/console");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'$/,
    );
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(text).not.toMatch(/<script(?![^>]*src="\/)|<style|\sstyle=/);
    for (const [, path = ""] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g))
      expect([path, (await website.visit(path)).status]).toEqual([path, 200]);
  });

  it("has a frame for emails, of an origin of its own, without the network, that the console alone may show", async () => {
    const { text, headers } = await website.visit("/console/mail-frame");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; sandbox allow-scripts; script-src 'sha256-[^ ]+'; /);
    expect(policy).toMatch(/form-action 'none'; frame-ancestors 'self'$/);
    const [, script = ""] = /<script>(.*)<\/script>/s.exec(text) ?? [];
    expect(policy).toContain(createHash("sha256").update(script).digest("base64"));
    expect((await website.visit("/console/mail-frame", { host: "stranger.test" })).status).toBe(404);
  });

  it("has a script that shows notifications while no page is open, for the pages below /console alone", async () => {
    const { status, headers, text } = await website.visit("/console/notifications.js");
    expect([status, headers["content-type"], headers["service-worker-allowed"]]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      undefined,
    ]);
    expect(text).toContain("showNotification");
    expect((await website.visit("/console/notifications.js", { host: "stranger.test" })).status).toBe(404);
  });

  it("is not there on an unknown Host, which learns nothing, and with CONSOLE=off", async () => {
    const unknown = await website.visit("/console", { host: "stranger.test" });
    expect([unknown.status, unknown.text.includes("Lintel")]).toEqual([404, false]);
    const without = await WebsiteFixture.open();
    expect((await without.visit("/console")).status).toBe(404);
    await without.close();
  });

  it("is CONSOLE_URL alone where that is set, to which brokerages' domains send on", async () => {
    const away = await WebsiteFixture.open({ CONSOLE: "on", CONSOLE_URL: "https://office.test" });
    const { status, headers } = await away.visit("/console/leads?stage=NEW");
    expect([status, headers.location]).toEqual([302, "https://office.test/console/leads?stage=NEW"]);
    for (const host of ["office.test", "localhost:8000"])
      expect([host, (await away.visit("/console", { host })).status]).toEqual([host, 200]);
    await away.close();
  });

  it("is there without the websites", async () => {
    const alone = await WebsiteFixture.open({ CONSOLE: "on", WEBSITE: "off" });
    const { status, text } = await alone.visit("/console");
    const [, script = ""] = /src="([^"]+)"/.exec(text) ?? [];
    expect([status, (await alone.visit(script)).status]).toEqual([200, 200]);
    expect((await alone.visit("/")).headers.location).toBe("/docs");
    await alone.close();
  });
});
