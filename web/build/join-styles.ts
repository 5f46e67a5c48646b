import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./paths.ts";

const FIRST = ["styles/tokens.css", "styles/fonts.css", "styles/base.css"];
const LAST = ["styles/print.css"];

/**
 * One stylesheet of all `.css` files of `web/site`: the order of the layers is in tokens.css. `url("font:…")` becomes the address of
 * a file of a package.
 */
export async function joinStyles(addressOf: (name: string) => string): Promise<string> {
  const site = join(ROOT, "web/site");
  const found = (await readdir(site, { recursive: true })).filter((name) => name.endsWith(".css"));
  const others = found.filter((name) => !FIRST.includes(name) && !LAST.includes(name)).sort();
  const texts = await Promise.all(
    [...FIRST, ...others, ...LAST].map((name) => readFile(join(site, name), "utf8")),
  );
  return texts
    .join("\n")
    .replaceAll(/url\("font:([^"]+)"\)/g, (_, name: string) => `url("${addressOf(name)}")`)
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s*\n\s*/g, "\n");
}
