import { expect, it } from "vitest";
import { EncodedPage } from "./encoded-page.ts";
import { PageCache } from "./page-cache.ts";

const MEGABYTE = 1_048_576;
/** The content of a page. */
const body = Buffer.alloc(MEGABYTE);

function pages(type: string) {
  const cache = new PageCache();
  let rendered = 0;
  const get = (path: string, bytes: Buffer = body) =>
    cache.get(
      path,
      {
        ...{ method: "GET", target: path, origin: "https://north.test", headers: {}, body: "", address: "" },
        tenant: { brokerageId: 1, revision: "1" },
      },
      async () => {
        rendered++;
        return new EncodedPage({
          status: 200,
          type,
          headers: {},
          cookies: [],
          caching: "shared",
          body: bytes,
        });
      },
    );
  return { get, rendered: () => rendered };
}

/** How many of the latest of 80 pages are still held. */
async function held(type: string): Promise<number> {
  const { get, rendered } = pages(type);
  for (let nth = 0; nth < 80; nth++) await get(`/${nth}`);
  for (let nth = 79; nth >= 0; nth--) {
    await get(`/${nth}`);
    if (rendered() > 80) return 79 - nth;
  }
  return 80;
}

it("holds pages of 64 MB, the latest ones, with their keys and headers; a picture has no encodings", async () => {
  expect(await held("image/png")).toBe(63);
});

it("counts what the encodings of a page may add", async () => {
  expect(await held("text/html; charset=utf-8")).toBe(42);
});

it("does not hold a page that is larger, nor throws out the others for it", async () => {
  const { get, rendered } = pages("image/png");
  await get("/small");
  await get("/large", Buffer.alloc(65 * MEGABYTE));
  await get("/large", Buffer.alloc(65 * MEGABYTE));
  expect(rendered()).toBe(3);
  await get("/small");
  expect(rendered()).toBe(3);
});
