import { statSync } from "node:fs";
import { join } from "node:path";
import { storeBuild } from "../../web/build/stored-builds.ts";
import { BUILDS, builtProgram, FILES, hashOfFiles, ROOT } from "../src/cli/built-program.ts";

/** What a build depends on besides the sources in it: the versions of packages, and how it is made. */
const ALSO = ["package-lock.json", "server/build/bundle-program.ts"];

/**
 * Builds the program, unless it is built of these sources already; takes some seconds.
 * @returns null where nothing can be written: the sources run as they are
 */
export async function buildProgram(builds = BUILDS): Promise<string | null> {
  const built = builtProgram(builds);
  if (built !== null) return built;
  const { bundleProgram } = await import("./bundle-program.ts");
  const started = Date.now();
  const { output, sources } = await bundleProgram();
  const files = [...sources, ...ALSO].sort();
  // One that was saved meanwhile may be in the build as it was before.
  if (files.some((file) => statSync(join(ROOT, file)).mtimeMs >= started)) return buildProgram(builds);
  output.set(FILES, Buffer.from(files.join("\n")));
  const stored = await storeBuild(builds, join(builds, hashOfFiles(files)), output);
  return stored ? builtProgram(builds) : null;
}
