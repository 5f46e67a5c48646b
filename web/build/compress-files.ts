import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BuildOutput } from "./built-website.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Already compressed. */
const PACKED = /\.(woff2|webp)$/;

/** The best quality takes seconds for large files, and makes them smaller by a twentieth. */
const LARGE_BYTES = 200_000;

/** Adds `.br` and `.gz` beside each file that becomes smaller, with the best of each encoding: they are made once and sent often. */
export async function addCompressed(output: BuildOutput): Promise<void> {
  await Promise.all(
    [...output].map(async ([path, bytes]) => {
      if (PACKED.test(path)) return;
      const [br, gz] = await Promise.all([
        brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 9 : 11 } }),
        gzipped(bytes, { level: 9 }),
      ]);
      if (br.length < bytes.length) output.set(`${path}.br`, br);
      if (gz.length < bytes.length) output.set(`${path}.gz`, gz);
    }),
  );
}
