import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = "br" | "gzip";

/** Replies of fewer bytes are sent as they are (search.md: Answers that help). */
export const COMPRESSED_FROM = 1024;

/** Of 11: for what is compressed once and sent often, most of what 11 saves in a tenth of its time. */
const LASTING_QUALITY = 6;
/** For what is compressed for one reply: twice as fast, and smaller than gzip makes it. */
const PASSING_QUALITY = 4;

/** On a thread of libuv. */
export function compress(bytes: Buffer, encoding: Encoding, life: "lasting" | "passing"): Promise<Buffer> {
  if (encoding === "gzip") return gzipped(bytes);
  const quality = life === "lasting" ? LASTING_QUALITY : PASSING_QUALITY;
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** The smallest encoding that the caller accepts; null for none. A weight of 0 refuses one; other weights make no difference. */
export function acceptedEncoding(
  accept: string | string[] | undefined,
  offered: readonly Encoding[] = ["br", "gzip"],
): Encoding | null {
  if (accept === undefined) return null;
  const accepted = String(accept)
    .toLowerCase()
    .split(",")
    .map((each) => each.split(";").map((part) => part.trim()))
    .filter(
      ([, ...parameters]) => !parameters.some((each) => each.startsWith("q=") && Number(each.slice(2)) === 0),
    )
    .map(([name]) => name);
  return offered.find((name) => accepted.includes(name)) ?? null;
}
