import type { BrowserContextOptions, Page, ViewportSize } from "playwright-core";
import type { Camera, View } from "./camera.ts";
import { consolePages, type Role, type Stop, signInPages } from "./console-pages.ts";
import { consoleStates } from "./console-states.ts";
import type { Shown } from "./demo.ts";

type Session = BrowserContextOptions["storageState"];

const DRAWN_MS = 400;

/** Pictures of every page of the console, and of what opens above its pages, as each role that a link signs in. */
export async function takeConsole(camera: Camera, { origin, links }: Shown): Promise<void> {
  const stops = [...consolePages, ...consoleStates].filter(({ name }) => camera.wants(name));
  if (stops.length > 0) {
    const sessions = await signInAll(camera, links);
    for (const [role, storageState] of sessions)
      await camera.inEachView({ storageState }, async (page, view) => {
        for (const stop of stops.filter(({ as }) => as === role))
          await visit(camera, page, view, origin, stop);
      });
  }
  const outside = signInPages.filter(({ name }) => camera.wants(name));
  if (outside.length > 0)
    await camera.inEachView({}, async (page, view) => {
      for (const stop of outside) await visit(camera, page, view, origin, stop);
    });
}

/** A page that cannot be taken is named, and the others are taken all the same. */
async function visit(camera: Camera, page: Page, view: View, origin: string, stop: Stop): Promise<void> {
  try {
    await takeStop(camera, page, view, origin, stop);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${stop.name}, ${view.name}: ${error instanceof Error ? error.message : error}\n`);
  }
}

async function takeStop(camera: Camera, page: Page, view: View, origin: string, stop: Stop): Promise<void> {
  const { name, path, link, prepare, tidy } = stop;
  await stop.before?.(page);
  await open(page, `${origin}/console${path}`);
  if (link !== undefined) {
    const href = await page.locator(link).first().getAttribute("href");
    await open(page, new URL(href as string, origin).href);
  }
  await prepare?.(page);
  await showMails(page, view);
  await page.waitForTimeout(DRAWN_MS);
  await camera.take(page, name, view, { fullPage: prepare === undefined });
  await page.setViewportSize(view.viewport as ViewportSize);
  await tidy?.(page);
}

/** Ready: the heading is there, nothing is loading, and pictures are decoded. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "load" });
  // Another `#…` alone is no new page.
  if (url.includes("#")) await page.reload();
  await page.locator("h1").first().waitFor();
  await page.waitForTimeout(DRAWN_MS);
  await page.waitForFunction(
    () =>
      document.querySelector(".loading") === null &&
      [...document.images].every((image) => image.complete || image.loading === "lazy"),
  );
}

/** An email is drawn in a frame of its own, which a picture beyond the viewport leaves blank. */
async function showMails(page: Page, view: View): Promise<void> {
  const mails = await page.locator(".mail-frame").all();
  if (mails.length === 0) return;
  for (const mail of mails) await mail.contentFrame().getByText("Hello").first().waitFor();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...(view.viewport as ViewportSize), height });
}

/** Each link signs in once: the cookies are for all pictures of its role. */
async function signInAll({ browser }: Camera, links: readonly string[]): Promise<Map<Role, Session>> {
  const sessions = new Map<Role, Session>();
  for (const link of links) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator(".shell").waitFor();
    const role = await page.evaluate(
      async () => (await (await fetch("/api/admin/me")).json()).user.role as Role,
    );
    if (!sessions.has(role)) sessions.set(role, await context.storageState());
    await context.close();
  }
  return sessions;
}
