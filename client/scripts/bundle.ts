import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const SOURCE = fileURLToPath(new URL("../src/", import.meta.url));
export const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

/** Properties that only our own modules use, which are mangled: not browsers, the API or users of the package. */
const INTERNAL =
  /^(alone|become|beacon|beaconUrl|drafts|finish|ids|known|call|leave|pause|put|queue|resume|session|soon)$/;

/**
 * Builds minified bundles: `tracker.js` has the tracker and the favorites, for `<script type="module">`; `index.js`
 * adds the typed client, for bundlers. Takes a fifth of a second.
 */
export async function bundle(folder = DIST): Promise<void> {
  for (const [name, entry] of [
    ["tracker", "tracker-bundle.ts"],
    ["index", "index.ts"],
  ]) {
    await build({
      input: SOURCE + entry,
      external: ["openapi-fetch"],
      logLevel: "warn",
      transform: { target: "es2022" },
      output: {
        file: `${folder}${name}.js`,
        format: "esm",
        minify: { compress: true, mangle: true, codegen: true, mangleProps: { include: INTERNAL } },
        comments: false,
      },
    });
  }
}
