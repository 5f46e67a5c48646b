import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowedEdits, prefixWithinEdits, withinEdits } from "./edit-distance.ts";

const ALPHABET = "abc";

/** Every word that one stroke makes of another. */
function neighbours(word: string): string[] {
  const all: string[] = [];
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (tail) all.push(head + tail.slice(1));
    if (tail.length > 1) all.push(head + tail[1] + tail[0] + tail.slice(2));
    for (const letter of ALPHABET) all.push(head + letter + tail, head + letter + tail.slice(1));
  }
  return all;
}

const short = fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 5 });

describe("withinEdits", () => {
  it("is true of one stroke exactly where one stroke leads", () => {
    fc.assert(
      fc.property(short, short, (one, other) => {
        expect(withinEdits(one, other, 1)).toBe(one === other || neighbours(one).includes(other));
      }),
    );
  });

  it("is true of two strokes apart from each other", () => {
    for (const [one, other] of [
      ["smith", "smyths"],
      ["lindqvist", "lidnquist"],
      ["ab", ""],
    ] as const) {
      expect([withinEdits(one, other, 1), withinEdits(one, other, 2)]).toEqual([false, true]);
    }
  });

  it.each([
    ["smith", "smyth"],
    ["jonh", "john"],
    ["acrage", "acreage"],
    ["same", "same"],
  ])("takes %s for %s", (one, other) => {
    expect(withinEdits(one, other, 1)).toBe(true);
  });

  it("is the same in both directions", () => {
    fc.assert(
      fc.property(short, short, fc.integer({ min: 0, max: 3 }), (one, other, edits) => {
        expect(withinEdits(one, other, edits)).toBe(withinEdits(other, one, edits));
      }),
    );
  });
});

describe("allowedEdits", () => {
  it("forgives nothing in words where a letter makes another word", () => {
    expect(["va", "lot", "jonh", "acreages", "lindquist"].map(allowedEdits)).toEqual([0, 0, 1, 1, 2]);
  });
});

describe("prefixWithinEdits", () => {
  it("is true when a beginning of the other is near enough, as withinEdits would say of it", () => {
    fc.assert(
      fc.property(short, short, fc.integer({ min: 0, max: 2 }), (one, other, edits) => {
        const beginnings = Array.from({ length: other.length + 1 }, (_, length) => other.slice(0, length));
        expect(prefixWithinEdits(one, other, edits)).toBe(
          beginnings.some((each) => withinEdits(one, each, edits)),
        );
      }),
    );
  });
});
