import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openPhotos, type PhotoFixture } from "../../../test/harness/photo-fixture.ts";
import { photosForPages } from "./want-photos.ts";

type Row = { id: number; touches: number; transaction: string };

describe("listings whose photos were stored for a page", () => {
  let fixture: PhotoFixture;
  const stop = new AbortController();
  beforeAll(async () => {
    fixture = await openPhotos();
    fixture.lintel.services.photos.pages.start(stop.signal);
  });
  afterAll(async () => {
    stop.abort();
    await fixture.close();
  });

  it("get a new revision: the first at once, those that follow soon all in one transaction", async () => {
    const { lintel, web, photo, home } = fixture;
    const ids = ["one", "two", "three"];
    for (const id of ids) await fixture.addPicture(`/${id}.jpg`, "#3a7a3a");
    // Kept before, so that all of them are found stored within milliseconds.
    for (const id of ids) await lintel.services.photos.fetch(`${web.url}/${id}.jpg`);
    await fixture.openMarket(
      "grouped",
      ids.map((id) => home(id, [photo(`/${id}.jpg`)])),
    );
    const { db } = lintel.database;
    const rows = async () =>
      (await sql<Row>`select id, touches, xmin::text as transaction from listings order by id`.execute(db))
        .rows;
    const before = await rows();
    const touched = async () => {
      const now = await rows();
      return now.map(({ touches }, nth) => touches - (before[nth]?.touches ?? 0));
    };
    const { photos, log } = lintel.services;
    const wantPhotos = photosForPages({ db, photos, log, touchEveryMs: 3000 });
    const want = (nth: number) => wantPhotos(before[nth]?.id ?? 0, [`${web.url}/${ids[nth]}.jpg`]);

    want(0);
    await vi.waitFor(async () => expect(await touched()).toEqual([1, 0, 0]), { timeout: 20_000 });
    want(1);
    want(2);
    await vi.waitFor(async () => expect(await touched()).toEqual([1, 1, 1]), { timeout: 20_000 });
    const [first, second, third] = await rows();
    expect(third?.transaction).toBe(second?.transaction);
    expect(second?.transaction).not.toBe(first?.transaction);
  });
});
