import { describe, expect, it } from "vitest";
import { FieldReader, type RawRecord } from "./field-reader.ts";
import { readMedia } from "./normalise-media.ts";

const photos = (...Media: unknown[]) => readMedia(new FieldReader({ Media }));
const urls = (...media: unknown[]) => photos(...media).map(({ url }) => url.replace("https://p.test/", ""));
const photo = (name: string, fields: RawRecord = {}) => ({ MediaURL: `https://p.test/${name}`, ...fields });

describe("readMedia", () => {
  it("puts the preferred photo first, then goes by Order", () => {
    expect(
      urls(
        photo("c", { Order: 3 }),
        photo("a", { Order: 1 }),
        photo("preferred", { Order: 9, PreferredPhotoYN: true }),
        photo("b", { Order: 2 }),
      ),
    ).toEqual(["preferred", "a", "b", "c"]);
  });

  it("keeps the feed's order where there is no Order", () => {
    expect(urls(photo("x"), photo("y"), photo("z"))).toEqual(["x", "y", "z"]);
  });

  it("takes photos only", () => {
    const kinds = ["Photo", "photo", "", null, "Video", "Document", "Floor Plan", "Unbranded Virtual Tour"];
    expect(urls(...kinds.map((MediaCategory, at) => photo(String(at), { MediaCategory })))).toEqual([
      "0",
      "1",
      "2",
      "3",
    ]);
  });

  it("leaves out what has no usable address, and repeats", () => {
    expect(
      urls(
        photo("1"),
        {},
        { MediaURL: null },
        { MediaURL: "ftp://p.test/2" },
        { MediaURL: "javascript:alert(1)" },
        { MediaURL: "https://" },
        "text",
        null,
        photo("1"),
        photo("3"),
      ),
    ).toEqual(["1", "3"]);
  });

  it("takes neither deleted photos nor those that are not for the public", () => {
    const kept = [
      { MediaStatus: "Complete" },
      { MediaStatus: "Deleted" },
      { Permission: ["Public"] },
      { Permission: ["IDX", "VOW"] },
      { Permission: ["VOW"] },
      { Permission: "Private" },
      { Permission: [] },
      { Permission: "Public,VOW" },
    ];
    expect(urls(...kept.map((fields, at) => photo(String(at), fields)))).toEqual(["0", "2", "3", "6", "7"]);
  });

  it("takes a MediaKey once, and the time of the Media where there is none of the picture", () => {
    const times = photos(
      photo("1", { MediaKey: "a", ModificationTimestamp: "2026-01-02T03:04:05Z" }),
      photo("2", { MediaKey: "b" }),
      photo("3", { MediaKey: "b" }),
    );
    expect(times.map(({ media_key, modified_at }) => [media_key, modified_at])).toEqual([
      ["a", "2026-01-02T03:04:05.000Z"],
      ["b", null],
    ]);
  });

  it("keeps what the feed tells of a photo", () => {
    const [kept] = photos(
      photo("1", {
        MediaKey: "k1",
        ImageOf: "Kitchen",
        ShortDescription: "The kitchen",
        LongDescription: "It is bright",
        ImageWidth: 1024,
        ImageHeight: "768",
        MediaModificationTimestamp: "2026-01-02T03:04:05Z",
      }),
    );
    expect(kept).toEqual({
      url: "https://p.test/1",
      media_key: "k1",
      image_of: "Kitchen",
      caption: "The kitchen",
      long_description: "It is bright",
      width: 1024,
      height: 768,
      modified_at: "2026-01-02T03:04:05.000Z",
    });
  });

  it("does not reject a listing for a bad detail of a photo", () => {
    const read = new FieldReader({
      Media: [photo("1", { ImageWidth: "wide", MediaModificationTimestamp: "then" })],
    });
    expect(readMedia(read)).toMatchObject([{ url: "https://p.test/1", width: null, modified_at: null }]);
    expect(read.reasons).toEqual([]);
  });

  it("takes a record without Media, or with something else under its name", () => {
    for (const Media of [undefined, null, "none", {}, 3])
      expect(readMedia(new FieldReader({ Media }))).toEqual([]);
  });
});
