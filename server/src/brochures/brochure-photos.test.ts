import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ordinary } from "../../test/harness/brochure-fixture.ts";
import { type KeptPhotosFixture, openKeptPhotos } from "../../test/harness/kept-photos-fixture.ts";
import { readPdf } from "../../test/harness/read-pdf.ts";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { PhotoStore } from "../photos/index.ts";
import { Outbound } from "../platform/outbound/outbound.ts";
import { fetchBrochurePhotos, readPictures } from "./brochure-photos.ts";
import { BrochurePress } from "./brochure-press.ts";

const staying = new AbortController().signal;

describe("photos of brochures", () => {
  let fixture: KeptPhotosFixture;
  let press: BrochurePress;
  let photos: PhotoStore;
  // A busy machine may take long to print; the photo's server is given longer.
  const timeouts = { deadlineMs: 60_000, connectMs: 60_000, idleMs: 60_000 };
  const outbound = new Outbound({ allow: ["127.0.0.1"], timeouts });
  beforeAll(async () => {
    fixture = await openKeptPhotos();
    const { services, clock } = fixture.lintel;
    press = new BrochurePress(clock);
    photos = new PhotoStore({ ...services, outbound, publicApiUrl: services.config.publicApiUrl });
  });
  afterAll(async () => {
    await outbound.close();
    await press.close();
    await fixture.close();
  });

  const print = async (paths: string[], withinMs: number) => {
    const { clock } = fixture.lintel;
    const listing = paths.map((path) => fixture.web.url + path);
    const pdf = await press.print(
      { caller: "one", signal: staying },
      {
        name: paths.join(),
        key: paths.join(),
        prepare: (signal) =>
          fetchBrochurePhotos(photos, { listing, logo: null, agent: null }, { signal, withinMs }),
        draft: async (kept) => ({ brochure: ordinary, ...(await readPictures(photos, kept, clock.now())) }),
      },
    );
    return readPdf(pdf);
  };

  it("that come too late for a brochure stand in the next one, and are asked for once", async () => {
    const late = Promise.withResolvers<ServerResponse>();
    fixture.responses.set("/late.jpg", late.resolve);
    fixture.responses.set("/early.jpg", await sampleJpeg(300, 200, 1));
    await fixture.keep(`${fixture.web.url}/early.jpg`);
    const paths = ["/early.jpg", "/late.jpg"];
    expect((await print(paths, 100)).images).toBe(1);
    (await late.promise).end(await sampleJpeg(300, 200, 2));
    await expect
      .poll(
        async () => {
          const { db } = fixture.lintel.database;
          const rows = await db.selectFrom("stored_photos").select("url").execute();
          return rows.map(({ url }) => url);
        },
        { timeout: 30_000 },
      )
      .toContain(`${fixture.web.url}/late.jpg`);
    fixture.lintel.clock.advance(60_000);
    expect((await print(paths, 8000)).images).toBe(2);
    expect(fixture.requestCount("/late.jpg")).toBe(1);
  });
});
