import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "./remove-folder.ts";

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> };
type Options = {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  configureBuckets: { name: string }[];
};
const S3rver = createRequire(import.meta.url)("s3rver") as new (options: Options) => S3rver;

/** A server that speaks S3, with one bucket `files`; `url` is a STORAGE_URL. */
export async function startS3Server(): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "lintel-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "files" }],
  });
  const { port } = await server.run();
  return {
    port,
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/files?region=us-east-1&tls=false`,
    async close() {
      await server.close();
      await removeFolder(directory);
    },
  };
}
