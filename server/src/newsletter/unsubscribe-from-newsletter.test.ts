import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onFullDisk } from "../../test/harness/full-disk.ts";
import { type NewsletterFixture, openNewsletter } from "../../test/harness/newsletter-fixture.ts";
import { sendBytes } from "../../test/harness/send-bytes.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { testSecrets } from "../../test/harness/test-secrets.ts";
import { signLink } from "../platform/crypto/signed-links.ts";

describe("unsubscribeFromNewsletter", () => {
  let lintel: TestApp;
  let made = 0;
  let newsletter: NewsletterFixture;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    newsletter = await openNewsletter(lintel, `leaving-${++made}`);
  });

  it("unsubscribes the address of the link, and confirms it on a page", async () => {
    const link = await newsletter.subscribe("ada@readers.test");
    const { status, headers, text } = await lintel.call(link);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("<h1>You are unsubscribed</h1>");
    expect(text).toContain(`<p>leaving-${made} will send you no more newsletters.</p>`);
    expect(await newsletter.unsubscribedAt("ada@readers.test")).toEqual(lintel.clock.now());
  });

  it("does not name the address: newsletters are passed on", async () => {
    const { text } = await lintel.call(await newsletter.subscribe("ada@readers.test"));
    expect(text).not.toContain("ada@readers.test");
  });

  it("works as often as it is followed, and keeps when it was first", async () => {
    const link = await newsletter.subscribe("ada@readers.test");
    const first = await lintel.call(link);
    const left = lintel.clock.now();
    lintel.clock.advance(60_000);
    const second = await lintel.call(link);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await newsletter.unsubscribedAt("ada@readers.test")).toEqual(left);
  });

  it("works on a full disk, by one click too, while subscriptions are refused", async () => {
    for (const method of ["GET", "POST"] as const) {
      const link = await newsletter.subscribe(`${method}@readers.test`);
      await onFullDisk(lintel, async () => {
        const body = { email: "bob@readers.test" };
        const form = { method: "POST", host: newsletter.host, body } as const;
        expect((await lintel.call("/api/newsletter/subscribe", form)).status).toBe(503);
        expect([method, (await lintel.call(link, { method })).status]).toEqual([method, 200]);
      });
      expect(await newsletter.unsubscribedAt(`${method}@readers.test`)).not.toBeNull();
    }
  });

  it("works on any Host, and on none", async () => {
    const other = await lintel.createTenant(`leaving-${++made}`);
    for (const host of [newsletter.host, other.host, "unknown.test"]) {
      const link = await newsletter.subscribe("ada@readers.test");
      expect([host, (await lintel.call(link, { host })).status]).toEqual([host, 200]);
      expect(await newsletter.unsubscribedAt("ada@readers.test")).not.toBeNull();
    }
    const link = await newsletter.subscribe("ada@readers.test");
    expect(await sendBytes(lintel.app, `GET ${link} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toMatch(
      / 200 OK/,
    );
    expect(await newsletter.unsubscribedAt("ada@readers.test")).not.toBeNull();
  });

  it("works while the brokerage is disabled", async () => {
    const link = await newsletter.subscribe("ada@readers.test");
    const key = await lintel.createKey("admin");
    await lintel.call(`/api/admin/brokerages/${newsletter.id}`, { method: "DELETE", key });
    expect((await lintel.call(link)).status).toBe(200);
    expect(await newsletter.unsubscribedAt("ada@readers.test")).not.toBeNull();
  });

  it("leaves all other subscriptions unchanged", async () => {
    const link = await newsletter.subscribe("ada@readers.test");
    await newsletter.subscribe("grace@readers.test");
    await lintel.call(link);
    expect(await newsletter.unsubscribedAt("grace@readers.test")).toBeNull();
  });

  it("answers the same 404 page for any invalid link", async () => {
    const link = await newsletter.subscribe("ada@readers.test");
    const { id } = await newsletter.row("ada@readers.test");
    const sign = (secret: string, type: string, id: number) => signLink(secret, { type, id });
    const { favoritesSecret } = testSecrets;
    const bad = [
      "nonsense",
      "a.b.c",
      "%3Cscript%3E",
      `${link.split("/").at(-1)}x`,
      await sign("another secret, 32 characters and more", "newsletter_unsubscribe", id),
      await sign(favoritesSecret, "drip_unsubscribe", id),
      await sign(favoritesSecret, "newsletter_unsubscribe", 2_147_483_647),
    ];
    const pages = new Set<string>();
    for (const token of bad) {
      const { status, headers, text } = await lintel.call(`/api/newsletter/unsubscribe/${token}`);
      expect([token, status, headers["content-type"]]).toEqual([token, 404, "text/html; charset=utf-8"]);
      pages.add(text);
    }
    expect([...pages]).toEqual([expect.stringContaining("<p>This link is not valid.</p>")]);
    expect(await newsletter.unsubscribedAt("ada@readers.test")).toBeNull();
  });

  it("HEAD does nothing: an empty 200, also for a bad token", async () => {
    const link = await newsletter.subscribe("ada@readers.test");
    for (const path of [link, "/api/newsletter/unsubscribe/nonsense", `${link}%00`]) {
      const { status, text, headers } = await lintel.call(path, { method: "HEAD" });
      expect([path, status, text, headers["content-length"]]).toEqual([path, 200, "", "0"]);
    }
    expect(await newsletter.unsubscribedAt("ada@readers.test")).toBeNull();
  });
});
