import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brandCss } from "../site/brand/brand-css.ts";
import { ROOT } from "./paths.ts";

const FIRST = ["styles/tokens.css", "styles/fonts.css", "styles/base.css"];
const LAST = ["styles/print.css"];
const CONSOLE_COLOR = "#2b5c8a";

/**
 * The website's stylesheet, of all `.css` files of `web/site`: the order of the layers is in tokens.css. `url("font:…")` becomes the
 * address of a file of a package.
 */
export async function siteStyles(addressOf: (name: string) => string): Promise<string> {
  const found = await stylesIn("web/site");
  const others = found.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  return joined(
    [...FIRST, ...others, ...LAST].map((name) => join("web/site", name)),
    addressOf,
  );
}

/** The console's: the website's names and fonts, the colours of a brokerage that has chosen none, and its own files. */
export async function consoleStyles(addressOf: (name: string) => string): Promise<string> {
  const shared = ["styles/tokens.css", "styles/fonts.css"].map((name) => join("web/site", name));
  const own = (await stylesIn("web/console")).map((name) => join("web/console", name));
  return brandCss(CONSOLE_COLOR) + (await joined([...shared, ...own], addressOf));
}

async function stylesIn(folder: string): Promise<string[]> {
  const found = await readdir(join(ROOT, folder), { recursive: true });
  return found.filter((name) => name.endsWith(".css")).sort();
}

async function joined(files: string[], addressOf: (name: string) => string): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), "utf8")));
  return texts
    .join("\n")
    .replaceAll(/url\("font:([^"]+)"\)/g, (_, name: string) => `url("${addressOf(name)}")`)
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s*\n\s*/g, "\n");
}
