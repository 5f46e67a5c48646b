import { describe, expect, it } from "vitest";
import { measurable } from "../../builtin/attributes/pixels/measure-looks.ts";
import { wordsOf } from "../../language/words.ts";
import { listingFeatures } from "../listing-features/index.ts";
import { roomTypes } from "../room-types.ts";
import { type Attribute, vocabulary } from "./index.ts";

const entries: [string, Attribute][] = Object.entries(vocabulary);

describe("the vocabulary of photos", () => {
  it("gives every phrase to one attribute, in every form of its words", () => {
    const owners = new Map<string, string>();
    const disputed: string[] = [];
    for (const [key, { words }] of entries) {
      for (const phrase of words.split(",")) {
        const stems = wordsOf(phrase)
          .map(({ stem }) => stem)
          .join(" ");
        expect(stems, `${key}: ${phrase}`).not.toBe("");
        if ((owners.get(stems) ?? key) !== key) disputed.push(`${stems}: ${owners.get(stems)}, ${key}`);
        owners.set(stems, key);
      }
    }
    expect(disputed).toEqual([]);
  });

  it("suggests only what there is, and never as strongly as what is named, but for what it is a kind of", () => {
    for (const [key, { suggests }] of entries) {
      for (const [other, strength] of Object.entries(suggests ?? {})) {
        expect(vocabulary, `${key} suggests`).toHaveProperty(other);
        expect(strength).toBeGreaterThan(0);
        expect(strength).toBeLessThanOrEqual(1);
      }
    }
  });

  it("knows the type of every room, and every type of room", () => {
    const types = entries.filter(([, { category }]) => category === "room").map(([, { type }]) => type);
    expect(new Set(types)).toEqual(new Set(roomTypes));
  });

  it("can name all that is measured", () => {
    for (const key of measurable) expect(vocabulary).toHaveProperty(key);
  });
});

describe("the vocabulary of photos and that of listings", () => {
  const phrasesOf = (words: string) =>
    new Set(
      words.split(",").map((phrase) =>
        wordsOf(phrase)
          .map(({ stem }) => stem)
          .join(" "),
      ),
    );
  const shared = Object.entries(listingFeatures).filter(([key]) => key in vocabulary);

  it("share keys", () => expect(shared.length).toBeGreaterThan(20));

  it.each(shared)("mean the same by %s: a phrase names it in both", (key, { words }) => {
    const phrases = phrasesOf((vocabulary[key] as Attribute).words);
    expect([...phrasesOf(words)].filter((phrase) => phrases.has(phrase))).not.toEqual([]);
  });
});
