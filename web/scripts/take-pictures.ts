import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openChromium } from "../../server/test/harness/chromium.ts";
import { Camera } from "./pictures/camera.ts";
import { takeConsole } from "./pictures/console.ts";
import { type Demo, type Shown, withDemo } from "./pictures/demo.ts";
import { fillDemo } from "./pictures/fill-demo.ts";
import { takeSite } from "./pictures/site.ts";

const USAGE = `npm run pictures [-- [OPTIONS] [FOLDER [ORIGIN]]]

Takes pictures of every page of the website and of the console, in light and dark, for desktop and phone: of a new demo, or of ORIGIN.

  --only site|console   the one or the other
  --page WORD           only pages whose names have this word (repeatable)
  --sign-in LINK        with ORIGIN: a link that signs in to its console (repeatable: one for each role)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    page: { type: "string", multiple: true, default: [] },
    "sign-in": { type: "string", multiple: true, default: [] },
    help: { type: "boolean", default: false },
  },
});
const { only } = values;
if (values.help || (only !== undefined && only !== "site" && only !== "console") || positionals.length > 2) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(values.help ? 0 : 1);
}

const [folder = "pictures", origin] = positionals;
const target = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
await mkdir(target, { recursive: true });
const browser = await openChromium();
const camera = new Camera(browser, target, values.page);

async function takeAll(shown: Shown): Promise<void> {
  if (only !== "console") await takeSite(camera, shown.origin);
  if (only !== "site") await takeConsole(camera, shown);
}

try {
  if (origin === undefined) await withDemo(takeDemo);
  else await takeAll({ origin: new URL(origin).origin, links: values["sign-in"] });
} finally {
  await browser.close();
}

/** The website first: the feed brings homes of another state. */
async function takeDemo(demo: Demo): Promise<void> {
  if (only !== "console") await takeSite(camera, demo.origin);
  if (only === "site") return;
  await using _filled = await fillDemo(demo);
  await takeConsole(camera, demo);
}
