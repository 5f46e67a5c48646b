import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const SOURCE = fileURLToPath(new URL("../src/", import.meta.url));
export const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

/** Properties that only our own modules use, which are mangled: not browsers, the API or users of the package. */
const INTERNAL =
  /^(alone|become|beacon|beaconUrl|drafts|entries|finish|ids|known|call|leave|pause|put|queue|resume|scroll|session|soon)$/;

/** Builds `tracker.js`, the tracker and the favorites, for `<script type="module">`. Takes a fifth of a second. */
export function bundleTracker(folder = DIST): Promise<void> {
  return bundle("tracker-bundle.ts", `${folder}tracker.js`);
}

/** Builds `index.js`, which adds the typed client, for bundlers. It needs what `npm run generate -w client` makes. */
export function bundleClient(folder = DIST): Promise<void> {
  return bundle("index.ts", `${folder}index.js`);
}

async function bundle(entry: string, file: string): Promise<void> {
  await build({
    input: SOURCE + entry,
    external: ["openapi-fetch"],
    logLevel: "warn",
    transform: { target: "es2022" },
    output: {
      file,
      format: "esm",
      minify: { compress: true, mangle: true, codegen: true, mangleProps: { include: INTERNAL } },
      comments: false,
    },
  });
}
