import type { DemoProgress } from "../make-demo.ts";
import { progressBar } from "./terminal.ts";

/** The progress of a demo: its listings and photos. */
export function demoProgress() {
  const started = performance.now();
  const bar = progressBar("Demo", "listings");
  return {
    update({ listings, photos }: DemoProgress): void {
      bar.update({
        done: listings.done + photos.done,
        total: listings.total + photos.total,
        count: listings.done,
        seconds: (performance.now() - started) / 1000,
        note: `and ${photos.done} of ${photos.total} photos stored`,
      });
    },
    stop: () => bar.stop(),
  };
}
