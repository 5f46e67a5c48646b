import { expect, it } from "vitest";
import { EncodedPage } from "./encoded-page.ts";
import { PageCache } from "./page-cache.ts";

const MEGABYTE = 1_048_576;
/** The content of a page. */
const body = Buffer.alloc(MEGABYTE);

function pages(type: string) {
  const cache = new PageCache();
  let rendered = 0;
  const get = (path: string, bytes: Buffer = body, { status = 200, revision = "1" } = {}) =>
    cache.get(
      path,
      {
        ...{ method: "GET", target: path, origin: "https://north.test", headers: {}, body: "", address: "" },
        tenant: { brokerageId: 1, revision },
      },
      async () => {
        rendered++;
        return new EncodedPage({
          status,
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

it("shows the last page of an earlier revision while no new one can be made, and the new one after that", async () => {
  const { get } = pages("image/png");
  const [first, failed, second] = ["first", "failed", "second"].map((text) => Buffer.from(text)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  await get("/homes", first);
  const away = await get("/homes", failed, { status: 503, revision: "2" });
  expect([away.reply.status, String(away.bytes)]).toEqual([200, "first"]);
  const back = await get("/homes", second, { revision: "2" });
  expect([back.reply.status, String(back.bytes)]).toEqual([200, "second"]);
  // A page that is gone is no page that cannot be made.
  const gone = await get("/homes", failed, { status: 410, revision: "3" });
  expect([gone.reply.status, String(gone.bytes)]).toEqual([410, "failed"]);
  const never = await get("/other", failed, { status: 503 });
  expect(never.reply.status).toBe(503);
});
