import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);

/** Where Chromium is: CHROMIUM_PATH, or a usual place. `scripts/with-chromium.sh` installs it. */
export function chromiumPath(): string | null {
  const places = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : PLACES;
  return places.find((path) => existsSync(path)) ?? null;
}

/** It needs no sandbox against our own pages, and connects to no other host. */
const SETTINGS = [
  "--no-sandbox",
  "--disable-gpu",
  // Maps are drawn by the processor.
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A real browser. With a port every domain, on whichever port, is what listens there on this machine. */
export async function openChromium({ everywhere }: { everywhere?: number } = {}): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === null)
    throw new Error("There is no Chromium: scripts/with-chromium.sh COMMAND installs it");
  return chromium.launch({
    executablePath,
    args: [
      ...SETTINGS,
      ...(everywhere === undefined ? [] : [`--host-resolver-rules=MAP * 127.0.0.1:${everywhere}`]),
    ],
  });
}
