import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

const SOURCE = fileURLToPath(new URL("../src/platform/vectors/similarity-kernel.wat", import.meta.url));
const FEATURES = { simd: true, threads: true };
export const KERNEL = SOURCE.replace(/\.wat$/, ".wasm");

/** The bytes of the kernel that compares vectors, compiled from its text. */
export async function compileKernel(): Promise<Buffer> {
  const { parseWat } = await wabt();
  const module = parseWat(SOURCE, await readFile(SOURCE, "utf8"), FEATURES);
  try {
    return Buffer.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}

// `npm run generate:kernel`, after a change to the text.
if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(KERNEL, await compileKernel());
