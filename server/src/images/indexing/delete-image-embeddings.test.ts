import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IndexingFixture, openIndexing } from "../../../test/harness/indexing-fixture.ts";

describe("deleteImageEmbeddings", () => {
  let fixture: IndexingFixture;
  beforeAll(async () => {
    fixture = await openIndexing();
  });
  afterAll(() => fixture.close());

  /** The listings that a picture is found in, by that picture. */
  const foundIn = async (host: string, path: string) => {
    const { body } = await fixture.search("similar-images", host, {
      image_url: fixture.web.url + path,
      limit: 20,
    });
    return body.results.map(({ listing_id }: { listing_id: string }) => listing_id).sort();
  };
  const pictureAt = (path: string) =>
    fixture.lintel.database.db
      .selectFrom("image_enrichments")
      .select(["status", "description", "room_type", "features"])
      .where("url", "like", `%${path}`)
      .executeTakeFirstOrThrow();
  const describedImages = async (listing: string) => {
    const path = `/api/admin/properties/${listing}/image-descriptions`;
    return (await fixture.lintel.call(path, { key: fixture.admin })).body.images;
  };
  const openPair = async (name: string) => {
    const paths = [`/${name}/a.jpg`, `/${name}/b.jpg`];
    for (const [nth, path] of paths.entries()) await fixture.addPicture(path, nth ? "#10a020" : "#2010a0");
    const market = await fixture.openMarket(name, [
      fixture.home(
        `${name}-1`,
        paths.map((path) => fixture.photo(path)),
      ),
      fixture.home(`${name}-2`, [fixture.photo(paths[0] as string)]),
    ]);
    await fixture.index();
    await fixture.lintel.services.images.vectors.start();
    return { ...market, paths: paths as [string, string] };
  };

  it("searches find the photo no more when the reply is there, and go on finding others of its picture", async () => {
    const { host, paths } = await openPair("gone");
    const all = await foundIn(host, paths[0]);
    expect(all.filter((id: string) => id === "gone-1")).toHaveLength(2);
    expect(all).toContain("gone-2");
    const [first] = await fixture.imageIds("gone-1");
    const { status, body } = await fixture.remove({ image_ids: [first] });
    expect([status, body]).toEqual([200, { deleted: 1, failed: 0, errors: [] }]);
    expect(await foundIn(host, paths[0])).toEqual(["gone-1", "gone-2"]);
    expect(await pictureAt("/gone/a.jpg")).toMatchObject({ status: "enriched" });
    await fixture.remove({ image_ids: [(await fixture.imageIds("gone-2"))[0]] });
    expect(await foundIn(host, paths[0])).toEqual(["gone-1"]);
    expect(await pictureAt("/gone/a.jpg")).toMatchObject({
      status: "removed",
      description: expect.any(String),
    });
  });

  it("no job and no import brings it back, but an analysis or a reindex does", async () => {
    const { host, paths, ...market } = await openPair("back");
    const ids = [...(await fixture.imageIds("back-1")), ...(await fixture.imageIds("back-2"))];
    await fixture.remove({ image_ids: ids });
    expect(await foundIn(host, paths[0])).toEqual([]);
    fixture.lintel.clock.advance(365 * 24 * 3_600_000);
    await market.import([
      fixture.home(
        "back-1",
        paths.map((path) => fixture.photo(path)),
        {
          ModificationTimestamp: "2027-01-01T00:00:00Z",
          ListPrice: 1,
        },
      ),
    ]);
    await fixture.index();
    expect(await foundIn(host, paths[0])).toEqual([]);
    expect((await fixture.analyze("back-1")).body).toMatchObject({ images_analyzed: 2 });
    expect(await foundIn(host, paths[0])).toEqual(["back-1", "back-1"]);
    await fixture.reindex("background=false", { property_ids: ["back-2"] });
    expect(await foundIn(host, paths[0])).toEqual(["back-1", "back-1", "back-2"]);
  });

  it("another listing that begins to show the picture has it read", async () => {
    const { paths } = await openPair("anew");
    await fixture.remove({
      image_ids: [...(await fixture.imageIds("anew-1")), ...(await fixture.imageIds("anew-2"))],
    });
    const other = await fixture.openMarket("anew-other", [fixture.home("anew-3", [fixture.photo(paths[0])])]);
    await fixture.index();
    expect(await foundIn(other.host, paths[0])).toEqual(["anew-3"]);
  });

  it("takes away what models say of it when that is asked for, once no other photo shows it", async () => {
    await openPair("silent");
    const [[a = "", b = ""], [same = ""]] = [
      await fixture.imageIds("silent-1"),
      await fixture.imageIds("silent-2"),
    ];
    await fixture.remove({ image_ids: [a, b], delete_descriptions: true });
    expect(
      (await describedImages("silent-1")).map((image: { description: unknown }) => image.description),
    ).toEqual([null, null]);
    expect((await describedImages("silent-2"))[0].description).toEqual(expect.any(String));
    expect(await pictureAt("/silent/b.jpg")).toEqual({
      status: "removed",
      description: null,
      room_type: null,
      features: null,
    });
    expect((await pictureAt("/silent/a.jpg")).description).not.toBeNull();
    await fixture.remove({ image_ids: [same], delete_descriptions: true });
    expect((await pictureAt("/silent/a.jpg")).description).toBeNull();
    await fixture.analyze("silent-1");
    expect((await describedImages("silent-1"))[1].description).toEqual(expect.any(String));
  });

  it("takes the description of a photo away whose embeddings are gone already, once", async () => {
    await openPair("later");
    const image_ids = [(await fixture.imageIds("later-1"))[1]];
    const done = { deleted: 1, failed: 0, errors: [] };
    const taken = async (delete_descriptions: boolean) =>
      (await fixture.remove({ image_ids, delete_descriptions })).body;
    const described = async () => (await describedImages("later-1"))[1].description;
    expect(await taken(false)).toEqual(done);
    expect(await described()).toEqual(expect.any(String));
    expect(await taken(true)).toEqual(done);
    expect(await described()).toBeNull();
    expect(await pictureAt("/later/b.jpg")).toMatchObject({ status: "removed", description: null });
    expect(await taken(true)).toEqual({
      deleted: 0,
      failed: 1,
      errors: [{ image_id: image_ids[0], error: "Image has no embeddings and no description" }],
    });
    await fixture.analyze("later-1");
    expect(await described()).toEqual(expect.any(String));
  });

  it("says which were not there, counts a repeated id once, and takes numbers and text", async () => {
    await openPair("which");
    const [a = "", b = ""] = await fixture.imageIds("which-1");
    await fixture.remove({ image_ids: [b] });
    const { body } = await fixture.remove({ image_ids: [Number(a), a, b, "999999999999"] });
    expect(body).toEqual({
      deleted: 1,
      failed: 2,
      errors: [
        { image_id: b, error: "Image has no embeddings" },
        { image_id: "999999999999", error: "Image not found" },
      ],
    });
  });

  it("refuses ids that are none, none at all, and more than a thousand", async () => {
    const wrong = [[], [0], [-1], ["x"], [""], [1.5], [null], ["1; drop"], Array(1001).fill(1)];
    for (const image_ids of wrong) {
      expect([image_ids.slice(0, 2), (await fixture.remove({ image_ids })).status]).toEqual([
        image_ids.slice(0, 2),
        422,
      ]);
    }
    expect((await fixture.remove({})).status).toBe(422);
  });
});
