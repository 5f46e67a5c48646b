import { describe, expect, it } from "vitest";
import { imageOf, imageOfFile } from "./photo-image.ts";

const storageKey = "photos/ab/0123456789abcdef0123456789abcdef";

describe("imageOf", () => {
  it.each([
    [1600, 1000, "card", "-thumb.webp 320w", "-card.webp 800w", "-full.webp 1600w"],
    [1000, 1600, "card", "-thumb.webp 200w", "-card.webp 500w", "-full.webp 1000w"],
    [800, 600, "full", "-thumb.webp 320w", "-full.webp 800w"],
    [300, 200, "full", "-full.webp 300w"],
    [1, 1600, "card", "-thumb.webp 1w", "-card.webp 1w", "-full.webp 1w"],
  ])("of %i x %i pixels", (width, height, size, ...files) => {
    expect(imageOf({ storageKey, width, height })).toEqual({
      src: `/files/${storageKey}-${size}.webp`,
      srcset: files.map((file) => `/files/${storageKey}${file}`).join(", "),
      width,
      height,
    });
  });
});

describe("imageOfFile", () => {
  it("is of files of this installation alone, whose names are safe in a srcset", () => {
    expect(imageOfFile("/files/demo/bath-01.webp", 1024, 683)).toEqual({
      src: "/files/demo/bath-01.webp",
      srcset: "/files/demo/bath-01.webp 1024w",
      width: 1024,
      height: 683,
    });
    for (const address of [
      "https://p.test/a.jpg",
      "/files/a b.jpg",
      "/files/a.jpg,x",
      "/files/../a.jpg",
      "/a.jpg",
    ])
      expect([address, imageOfFile(address, 10, 10)]).toEqual([address, null]);
  });
});
