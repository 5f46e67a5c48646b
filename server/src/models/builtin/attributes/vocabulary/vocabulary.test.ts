import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../language/words.ts";
import { roomTypes } from "../../../room-types.ts";
import { measurable } from "../pixels/measure-looks.ts";
import { type Attribute, vocabulary } from "./index.ts";

const entries: [string, Attribute][] = Object.entries(vocabulary);

describe("the vocabulary of photos", () => {
  it("gives every phrase to one attribute, whatever form its words have", () => {
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
