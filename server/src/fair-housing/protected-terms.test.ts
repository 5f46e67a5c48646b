import { describe, expect, it } from "vitest";
import { harmlessCombinations, tableOf } from "../../test/fair-housing/tables.ts";
import { thesaurus } from "../models/vocabulary/thesaurus/index.ts";
import { protectedCategories, protectedTermsIn, refuseProtectedTerms } from "./index.ts";

const PLACES = {
  cities: ["Boise", "Eagle", "Meridian", "Mexico", "Nampa", "Seattle", "Temple", "White", "White Salmon"],
  counties: ["Ada", "Christian"],
};
const categoriesIn = (text: string) => protectedTermsIn(text, PLACES).map(({ category }) => category);
const isRefused = (text: string) => categoriesIn(text).length > 0;

describe("terms of protected classes", () => {
  it("are found in at least 0.98 of the phrasings, with their category", () => {
    const rows = tableOf("protected");
    const missed = rows.filter(({ section, text }) => !categoriesIn(text).includes(section as never));
    const recall = 1 - missed.length / rows.length;
    process.stdout.write(`protected terms: recall ${recall.toFixed(3)} of ${rows.length} phrasings\n`);
    expect(rows.length).toBeGreaterThanOrEqual(300);
    expect(new Set(rows.map(({ section }) => section))).toEqual(new Set(protectedCategories));
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(rows.length * 0.02);
  });

  it("are found in at most 0.01 of harmless phrasings", () => {
    const texts = [...tableOf("harmless").map(({ text }) => text), ...harmlessCombinations()];
    const wrong = texts.filter(isRefused);
    const share = wrong.length / texts.length;
    process.stdout.write(
      `protected terms: ${share.toFixed(4)} of ${texts.length} harmless phrasings refused\n`,
    );
    expect(texts.length).toBeGreaterThanOrEqual(2000);
    expect(wrong.length, wrong.slice(0, 50).join("\n")).toBeLessThanOrEqual(texts.length * 0.01);
  });

  it("are found in most phrasings that were written after the table", () => {
    const rows = tableOf("protected-held-out");
    const harmless = tableOf("harmless-held-out");
    const found = rows.filter(({ text }) => isRefused(text)).length;
    const wrong = harmless.filter(({ text }) => isRefused(text)).length;
    process.stdout.write(
      `protected terms, held out: ${found} of ${rows.length}, ${wrong} of ${harmless.length} harmless\n`,
    );
    expect(found / rows.length).toBeGreaterThanOrEqual(0.95);
    expect(wrong / harmless.length).toBeLessThanOrEqual(0.05);
  });

  it("are no words of the thesaurus, which relates words that are compared", () => {
    const terms = Object.values(thesaurus).flatMap((words) => words.split(","));
    expect(terms.filter((term) => protectedTermsIn(term).length > 0)).toEqual([]);
  });

  it("take time linear in the text, also when it repeats beginnings of terms", () => {
    const timeOf = (text: string) => {
      const before = process.cpuUsage();
      protectedTermsIn(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    for (const piece of [
      "near a ",
      "kids ",
      "no no ",
      "white or ",
      "for a couple ",
      "church hill ",
      "ages 20 to ",
    ]) {
      timeOf(piece.repeat(100));
      const short = Math.max(2_000, timeOf(piece.repeat(100)));
      expect(timeOf(piece.repeat(1_000)), piece).toBeLessThan(short * 200);
    }
  });
});

describe("refuseProtectedTerms", () => {
  it.each([
    ["3 bed house in Boise, no kids", "3 bed house in Boise", "no kids"],
    ["house near a church in Meridian under 400k", "house in Meridian under 400k", "near a church"],
    ["christian neighborhood with a pool", "with a pool", "christian neighborhood"],
    ["condo, safe for white families, 2 baths", "condo, 2 baths", "safe for white families"],
    ["room for 3 kids and a shop", "room and a shop", "for 3 kids"],
    ["walking distance to a synagogue", "", "walking distance to a synagogue"],
    ["house within 2 miles of a mosque", "house", "within 2 miles of a mosque"],
    ["CHRISTAIN neighbourhood", "", "CHRISTAIN neighbourhood"],
    ["polish part of town, fenced yard", "fenced yard", "polish part of town"],
  ])("%j leaves %j", (text, left, term) => {
    expect(refuseProtectedTerms(text, PLACES)).toMatchObject({ text: left, refused: [{ text: term }] });
  });

  it("offers a neutral wish where there is one, and none for what is turned away", () => {
    const insteadOf = (text: string) => refuseProtectedTerms(text).refused.map(({ instead }) => instead);
    expect(insteadOf("near a church")).toEqual(["near a named place or an address"]);
    expect(insteadOf("kid friendly")).toEqual(["a fenced yard, a bonus room, a park nearby"]);
    expect([insteadOf("no kids"), insteadOf("not near a church")]).toEqual([[null], [null]]);
  });

  it("leaves names of places, streets and schools, and what describes a building", () => {
    for (const text of [
      "homes in White",
      "Christian County",
      "on Church Street",
      "Cole Valley Christian School",
    ])
      expect(refuseProtectedTerms(text, PLACES)).toEqual({ text, refused: [] });
  });

  it("lets visitors ask for an agent's languages, and refuses those of neighbors", () => {
    expect(isRefused("a Spanish speaking agent")).toBe(false);
    expect(isRefused("an agent who speaks Spanish")).toBe(false);
    expect(categoriesIn("Spanish speaking neighborhood")).toEqual(["national_origin"]);
  });
});
