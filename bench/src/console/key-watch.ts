import type { Page } from "playwright-core";

/** What is to be seen after a key: an element, with a text in it or with another than before. */
export type Effect = { selector: string; text?: string; not?: string };

export type KeyTimes = {
  /** From the key to the next frame that is painted, as browsers measure interactions; those below 16 ms count as 16. */
  paintMs: number;
  /** From the key to the frame that shows the effect. */
  effectMs: number;
};

type Watch = { expect(effect: Effect): void; seen(): Promise<KeyTimes> };
declare const keyWatch: Watch;

const LEAST_MS = 16;

/** For a page before it is loaded. */
export async function installKeyWatch(page: Page): Promise<void> {
  await page.addInitScript((leastMs) => {
    let waiting: Promise<number> = Promise.resolve(0);
    const entries: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => void entries.push(...list.getEntries()));
    observer.observe({ type: "event", durationThreshold: leastMs } as PerformanceObserverInit);
    const isSeen = ({ selector, text, not }: Effect) =>
      [...document.querySelectorAll(selector)].some((element) => {
        const shown = element.textContent ?? "";
        return (
          (text === undefined || shown.toLowerCase().includes(text)) && (not === undefined || shown !== not)
        );
      });
    const afterFrame = () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        }),
      );
    const watch: Watch = {
      expect(effect) {
        entries.length = 0;
        waiting = new Promise((resolve) => {
          addEventListener(
            "keydown",
            ({ timeStamp }) => {
              const look = async () => {
                const isThere = isSeen(effect);
                const now = await afterFrame();
                if (isThere) resolve(now - timeStamp);
                else void look();
              };
              // As soon as the page has had the key.
              queueMicrotask(look);
            },
            { capture: true, once: true },
          );
        });
      },
      async seen() {
        const effectMs = await waiting;
        // Events are reported a frame later, those of the key that is let go too.
        await new Promise((resolve) => setTimeout(resolve, 100));
        entries.push(...observer.takeRecords());
        const paintMs = Math.max(leastMs, ...entries.map(({ duration }) => duration));
        return { paintMs, effectMs };
      },
    };
    Object.assign(window, { keyWatch: watch });
  }, LEAST_MS);
}

/** Presses the keys one after the other; the last one is to have the effect. @throws when it has none within ten seconds. */
export async function pressKeys(page: Page, keys: readonly string[], effect: Effect): Promise<KeyTimes> {
  for (const key of keys.slice(0, -1)) await page.keyboard.press(key, { delay: 20 });
  await page.evaluate((wanted) => keyWatch.expect(wanted), effect);
  await page.keyboard.press(keys.at(-1) as string, { delay: 20 });
  return Promise.race([
    page.evaluate(() => keyWatch.seen()),
    page.waitForTimeout(10_000).then(() => {
      throw new Error(`${keys.join(" ")} does not show ${JSON.stringify(effect)}`);
    }),
  ]);
}
