import fc, { type Arbitrary } from "fast-check";
import { allowedBy, hostile, type Schema } from "./schema-arbitrary.ts";

export const BOUNDARY = "lintel-fuzz-boundary";

/** One pixel: the smallest picture that is one. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A multipart form with the schema's fields, some of them odd, and now and then cut off. */
export function form(schema: Schema): Arbitrary<Buffer> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isFile = "contentMediaType" in field;
    const value = isFile
      ? fileBytes
      : fc.oneof(allowedBy(field), hostile).map((each) => Buffer.from(text(each)));
    return fc.option(value.map((bytes) => part(name, isFile, bytes)));
  });
  return fc.tuple(fc.tuple(...fields), fc.nat(20)).map(([parts, cut]) => {
    const whole = Buffer.concat([
      ...parts.filter((each) => each !== null),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]);
    return cut === 0 ? whole.subarray(0, whole.length >> 1) : whole;
  });
}

const fileBytes: Arbitrary<Buffer> = fc.oneof(
  fc.constant(PIXEL),
  fc.constant(PIXEL.subarray(0, 40)),
  fc.constant(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

function part(name: string, isFile: boolean, bytes: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a.png"\r\nContent-Type: image/png' : ""}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n")]);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
