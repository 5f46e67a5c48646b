import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { InjectOptions } from "fastify";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { chromiumPath, openChromium } from "../../../../test/harness/chromium.ts";
import { someMail } from "../../../../test/harness/mail.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const LINK = `http://localhost:8000/favorites/verify?token=${"x".repeat(300)}&more=1`;
const never = { signal: new AbortController().signal };

describe("/outbox", () => {
  let lintel: TestApp;
  let folder: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    folder = join(lintel.database.dataDir, "outbox");
  });
  afterAll(() => lintel.close());

  const get = (url: string, options: InjectOptions = {}) =>
    lintel.app.inject({ url, headers: { host: "localhost:8000" }, ...options });
  const send = (parts: Parameters<typeof someMail>[0]) => lintel.services.mailer.send(someMail(parts), never);
  const links = (body: string) =>
    [...body.matchAll(/href="(\/outbox\/[^"]+)"/g)].map(([, path]) => path as string);

  it("says so when there is no mail yet", async () => {
    const reply = await get("/outbox");
    expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(reply.body).toContain("No mail yet");
  });

  it("lists mails, newest first and in pages, and no other file", async () => {
    for (let nth = 1; nth <= 30; nth++) {
      await send({
        subject: `Subject ${nth} <b>`,
        date: new Date(Date.UTC(2026, 5, nth)),
        to: `to-${nth}@v.test`,
      });
    }
    await writeFile(join(folder, "notes.txt"), "Subject: private");
    await writeFile(join(folder, "20270101T000000.000Z-half.eml.part"), "Subject: half");
    const [first, second] = await Promise.all([get("/outbox"), get("/outbox?page=2")]);
    const subjects = (body: string) =>
      [...body.matchAll(/>Subject (\d+) &lt;b&gt;</g)].map(([, nth]) => Number(nth));
    expect(subjects(first.body)).toEqual(Array.from({ length: 25 }, (_, at) => 30 - at));
    expect(subjects(second.body)).toEqual([5, 4, 3, 2, 1]);
    expect(first.body).toContain("30 mails that were not sent");
    expect(first.body).toContain("to-30@v.test");
    expect(first.body).not.toMatch(/private|half/);
    expect((await get("/outbox?page=400")).statusCode).toBe(200);
    for (const page of ["0", "401", "1.5", "x"])
      expect((await get(`/outbox?page=${page}`)).statusCode).toBe(422);
  });

  it("shows a mail with its headers and text, escaped, whose web addresses are links", async () => {
    const date = new Date("2026-07-01T12:00:00Z");
    const text = `Grüße <script>alert(1)</script> from ${LINK}.\nBye`;
    await send({ subject: "Größe & <i>", fromName: "North", text, html: `<p>Hello</p>`, date });
    const path = links((await get("/outbox")).body)[0] as string;
    const { body, headers } = await get(path);
    expect(body).toContain('<h1 dir="auto">Größe &amp; &lt;i&gt;</h1>');
    expect(body).toContain("North &lt;lintel@localhost&gt;");
    expect(body).toContain("2026-07-01 12:00:00 UTC");
    const address = LINK.replace("&", "&amp;");
    expect(body).toContain(`<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>.`);
    expect(body).not.toContain("<script");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; frame-src 'self'/,
    );
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("shows its HTML in a frame without scripts, forms and network", async () => {
    const path = links((await get("/outbox")).body)[0] as string;
    expect((await get(path)).body).toContain(
      `<iframe title="HTML version" src="${path}/html" sandbox="allow-popups allow-popups-to-escape-sandbox">`,
    );
    const { body, headers } = await get(`${path}/html`);
    expect(body).toBe('<base target="_blank"><p>Hello</p>\n');
    expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
    expect(headers["content-security-policy"]).toBe(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
  });

  it("reads no more of a mail than its limit, and survives a file that is none", async () => {
    await mkdir(folder, { recursive: true });
    const [large, broken] = ["20280101T000000.000Z-large.eml", "20280102T000000.000Z-broken.eml"];
    await writeFile(join(folder, large), `Subject: Large\r\n\r\n${"x".repeat(3_000_000)}`);
    await writeFile(join(folder, broken), Buffer.alloc(100_000, 0xff));
    const list = await get("/outbox");
    expect([list.statusCode, links(list.body).slice(0, 2)]).toEqual([
      200,
      [`/outbox/${broken}`, `/outbox/${large}`],
    ]);
    expect((await get(`/outbox/${large}`)).body).toContain(
      `too large to be shown. Open its file in DATA_DIR/outbox: ${large}`,
    );
    expect((await get(`/outbox/${large}/html`)).statusCode).toBe(404);
    expect((await get(`/outbox/${broken}`)).statusCode).toBe(200);
  });

  it("answers 404 for a mail that is not there, and for a path that leaves the folder", async () => {
    for (const name of ["20290101T000000.000Z-none.eml", "notes.txt", "..%2fsecrets.json", "x"])
      expect([name, (await get(`/outbox/${name}`)).statusCode]).toEqual([name, 404]);
  });

  const refused: [string, InjectOptions][] = [
    ["another machine", { remoteAddress: "192.0.2.1" }],
    ["another machine, by IPv6", { remoteAddress: "::ffff:192.0.2.1" }],
    [
      "another machine that claims to be this one",
      { remoteAddress: "192.0.2.1", headers: { host: "localhost", "x-forwarded-for": "127.0.0.1" } },
    ],
    ["a proxy on this machine", { headers: { host: "localhost", "x-forwarded-for": "127.0.0.1" } }],
    [
      "a proxy on this machine, by the standard header",
      { headers: { host: "localhost", forwarded: "for=127.0.0.1" } },
    ],
    ["a website that resolves its name to this machine", { headers: { host: "rebound.test:8000" } }],
    [
      "a script of another local website",
      { headers: { host: "localhost", origin: "http://localhost:3000" } },
    ],
  ];
  it.each(refused)("refuses %s", async (_who, options) => {
    const mail = links((await get("/outbox")).body)[0] as string;
    for (const path of ["/outbox", mail, `${mail}/html`]) {
      const reply = await get(path, options);
      expect([path, reply.statusCode < 500 && reply.statusCode >= 400]).toEqual([path, true]);
      expect(reply.body).not.toMatch(/<html|subject/i);
    }
  });

  it("refuses nginx without settings of its own, which forwards by HTTP/1.0 and sends this machine's Host", async () => {
    await lintel.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = lintel.app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    socket.end(`GET /outbox HTTP/1.0\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`);
    const reply = (await socket.toArray()).join("");
    expect(reply).toMatch(/^HTTP\/1\.1 403 /);
    expect(reply).toContain("Cannot show the outbox");
  });

  it.each([
    ["127.0.0.1", "127.0.0.1:8000"],
    ["::1", "[::1]:8000"],
    ["::ffff:127.0.0.1", "LOCALHOST"],
  ])("answers the address %s at %s", async (remoteAddress, host) => {
    expect((await get("/outbox", { remoteAddress, headers: { host } })).statusCode).toBe(200);
  });

  it.each([
    ["a mail server", { MAIL_URL: "smtp://127.0.0.1:1", MAIL_FROM: "a@b.test" }, 404, "Not Found"],
    ["TRUST_PROXY", { TRUST_PROXY: "true" }, 403, "Cannot show the outbox: "],
    ["a public address", { PUBLIC_API_URL: "https://api.example.com" }, 403, "Cannot show the outbox: "],
  ])("is closed with %s to every caller", async (_case, settings, status, text) => {
    const other = await startTestApp(settings);
    for (const headers of [{ host: "localhost" }, { host: "localhost", "x-forwarded-for": "127.0.0.1" }]) {
      const reply = await other.app.inject({ url: "/outbox", headers });
      expect([reply.statusCode, reply.json().detail.startsWith(text)]).toEqual([status, true]);
    }
    await other.close();
  });
});

// CI installs one (scripts/with-chromium.sh): there it is never left out.
describe.runIf(chromiumPath() !== null || process.env.CI)(
  "/outbox in a browser",
  { timeout: 200_000 },
  () => {
    let lintel: TestApp;
    let browser: Browser;
    beforeAll(async () => {
      lintel = await startTestApp();
      await lintel.app.listen({ host: "127.0.0.1", port: 0 });
      browser = await openChromium();
    });
    afterAll(async () => {
      await browser?.close();
      await lintel.close();
    });

    it("shows the HTML, runs no script of a mail, and opens its links in a tab of their own", async () => {
      const origin = `http://localhost:${(lintel.app.server.address() as AddressInfo).port}`;
      const target = `${origin}/health?from=mail`;
      const html = `<html><head></head><body><p style="width: 123px">Hello</p><a href="${target}">Open</a>
      <script>document.body.append("script ran")</script><img src="${origin}/health?tracked" onerror="document.body.append('handler ran')">
      <form action="${origin}/health"><button>Send</button></form></body></html>`;
      await lintel.services.mailer.send(
        someMail({ subject: "A magic link", text: `Go to ${target}`, html }),
        never,
      );
      const requested: string[] = [];
      lintel.app.server.on("request", ({ url }) => requested.push(url as string));
      const openMail = async () => {
        const page = await browser.newPage({ viewport: { width: 1000, height: 1800 } });
        await page.goto(`${origin}/outbox`);
        await page.getByRole("link", { name: "A magic link" }).click();
        const frame = page.frameLocator("iframe");
        await frame.getByText("Hello").waitFor();
        return { page, frame };
      };
      const openings = () => requested.filter((url) => url === "/health?from=mail").length;
      for (const place of ["frame", "page"] as const) {
        const opened = await openMail();
        const link = opened[place].getByRole("link", { name: place === "frame" ? "Open" : target });
        const before = openings();
        // Chromium discards clicks on a frame that has moved a moment ago.
        await vi.waitFor(
          async () => {
            if (openings() === before) await link.click();
            await vi.waitFor(() => expect(openings()).toBeGreaterThan(before), { timeout: 3000 });
          },
          { timeout: 40_000 },
        );
        // The mail itself has stayed where it was.
        expect(opened.page.url()).toMatch(/\.eml$/);
      }
      const { page, frame } = await openMail();
      await frame.getByRole("button", { name: "Send" }).click();
      expect(await frame.locator("body").innerText()).not.toMatch(/script ran|handler ran/);
      expect((await frame.getByText("Hello").boundingBox())?.width).toBe(123);
      expect(requested.filter((url) => url.includes("tracked") || /^\/health\??$/.test(url))).toEqual([]);
      expect(new URL(page.url()).pathname).toMatch(/^\/outbox\/.+\.eml$/);
      if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true });
    });
  },
);
