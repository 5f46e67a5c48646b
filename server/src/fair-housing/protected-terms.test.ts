import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { harmlessCombinations, tableOf } from "../../test/fair-housing/tables.ts";
import { thesaurus } from "../models/vocabulary/thesaurus/index.ts";
import { protectedCategories, protectedTermsIn, refuseProtectedTerms } from "./index.ts";
import { isNumber, termGroups } from "./term-table.ts";
import { harmlessPhrases } from "./terms/harmless-phrases.ts";
import { singularOf, wordsOfText } from "./words.ts";

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

  it("are found inside sentences too, and harmless sentences pass", () => {
    const rows = tableOf("protected-in-sentences");
    const harmless = tableOf("harmless-in-sentences");
    const missed = rows.filter(({ section, text }) => !categoriesIn(text).includes(section as never));
    const wrong = harmless.filter(({ text }) => isRefused(text));
    process.stdout.write(
      `protected terms, in sentences: ${rows.length - missed.length} of ${rows.length}, ${wrong.length} of ${harmless.length} harmless\n`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(harmless.length).toBeGreaterThanOrEqual(120);
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(rows.length * 0.05);
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(harmless.length * 0.05);
  });

  it("are found in all phrasings that reviews have found to pass, and in none that they have found to be refused", () => {
    const places = { ...PLACES, cities: PLACES.cities.filter((city) => city !== "White") };
    const categories = (text: string) => protectedTermsIn(text, places).map(({ category }) => category);
    const rows = tableOf("protected-reviewed");
    expect(rows.filter(({ section, text }) => !categories(text).includes(section as never))).toEqual([]);
    expect(tableOf("harmless-reviewed").filter(({ text }) => categories(text).length > 0)).toEqual([]);
  });

  it("are what harmless phrases exempt: each one has a word that begins a term", () => {
    const first = new Set(
      termGroups.flatMap(({ words }) =>
        words.split(",").map((phrase) => singularOf(phrase.trim().split(" ")[0]?.replace("=", "") as string)),
      ),
    );
    const useless = harmlessPhrases
      .split(",")
      .filter((phrase) => !wordsOfText(phrase).some((word) => first.has(word.singular) || isNumber(word)));
    expect(useless).toEqual([]);
  });

  it.each([
    "older neighborhood",
    "old part of town",
    "homes age 5 to 10",
    "are blinds included",
    "no power poles",
    "looking for single story home",
    "looking for single family in Boise",
    "black side by side refrigerator",
    "older single story house",
    "black single family home",
    "near Cole Valley Christian School",
    "near Texas Christian University",
    "near nampa christian academy",
  ])("are none in %j", (text) => {
    expect(categoriesIn(text)).toEqual([]);
  });

  it.each([
    ["near a christian college", "religion"],
    ["near a christian academy", "religion"],
    ["latino college students", "national_origin"],
    ["homes around Catholic schools", "religion"],
    ["an all asian block", "race"],
    ["people ages 25 to 40", "age"],
    ["apartment for single", "marital_status"],
    ["we are retired", "age"],
  ])("are one in %j", (text, category) => {
    expect(categoriesIn(text)).toEqual([category]);
  });

  it("are no words of the thesaurus, which relates words that are compared", () => {
    const terms = Object.values(thesaurus).flatMap((words) => words.split(","));
    expect(terms.filter((term) => protectedTermsIn(term).length > 0)).toEqual([]);
  });

  it("take time linear in the text, also when it repeats beginnings of terms", () => {
    const timeOf = (text: string) => {
      const before = process.cpuUsage();
      for (let nth = 0; nth < 4; nth++) protectedTermsIn(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const leastOf = (text: string) => Math.min(...Array.from({ length: 7 }, () => timeOf(text)));
    for (const piece of [
      "near a ",
      "kids ",
      "no no ",
      "white or ",
      "for a couple ",
      "church hill ",
      "ages 20 to ",
      "no kids or ",
      "or as kids ",
      "or near a church and ",
      "for the temple ",
      "that is white ",
      "not want to live ",
      "black and old ",
    ]) {
      // Of 8 times the text, all of which is read: quadratic time is 64 times as long.
      const [short, long] = [1_200, 9_600].map((characters) =>
        piece.repeat(Math.floor(characters / piece.length)),
      ) as [string, string];
      expect(leastOf(long), piece).toBeLessThan(leastOf(short) * 24);
    }
  });
});

describe("refuseProtectedTerms", () => {
  it.each([
    ["3 bed house in Boise, no kids", "3 bed house in Boise", "no kids"],
    ["house near a church in Meridian under 400k", "house in Meridian under 400k", "near a church"],
    ["christian neighborhood with a pool", "with a pool", "christian neighborhood"],
    ["condo, safe for white families, 2 baths", "condo, 2 baths", "safe for white families"],
    ["room for 3 kids and a shop", "room for a shop", "for 3 kids"],
    ["walking distance to a synagogue", "", "walking distance to a synagogue"],
    ["house within 2 miles of a mosque", "house", "within 2 miles of a mosque"],
    ["CHRISTAIN neighbourhood", "", "CHRISTAIN neighbourhood"],
    ["polish part of town, fenced yard", "fenced yard", "polish part of town"],
    ["lots near a church in Eagle", "lots in Eagle", "near a church"],
    ["house with lots of kids nearby", "house", "with lots of kids nearby"],
    ["I don't want kids in Nampa", "in Nampa", "I don't want kids"],
    ["homes around Catholic schools", "homes", "around Catholic schools"],
    ["we want Catholic schools", "we want", "Catholic schools"],
    ["condo without Chinese", "condo", "without Chinese"],
    ["no chinese in the area, 3 beds", "in the area, 3 beds", "no chinese"],
    ["a safe area for a lady living alone", "a safe area", "for a lady living alone"],
    // What carried the term carries nothing without it.
    ["where Asians live", "", "where Asians live"],
    ["a place where Mexicans live in Boise", "a place in Boise", "where Mexicans live"],
    ["a street with mostly Hispanics living there", "a street", "with mostly Hispanics living there"],
    ["home on welfare", "home", "on welfare"],
    ["we are living on section 8 in Boise", "in Boise", "we are living on section 8"],
    ["I receive food stamps", "", "I receive food stamps"],
    ["living in a Christian neighborhood", "", "living in a Christian neighborhood"],
    ["kids not welcome", "", "kids not welcome"],
    ["wheelchair users not welcome, 3 beds", "3 beds", "wheelchair users not welcome"],
    ["people in wheelchairs are not allowed", "", "people in wheelchairs are not allowed"],
  ])("%j leaves %j", (text, left, term) => {
    expect(refuseProtectedTerms(text, PLACES)).toMatchObject({ text: left, refused: [{ text: term }] });
  });

  it.each([
    // A negation belongs to all that it turns away.
    ["3 bed house, avoid churches and Nampa", "3 bed house, avoid Nampa"],
    ["avoid any churches, and Nampa", "avoid Nampa"],
    ["no section 8 or pool", "no pool"],
    ["no kids or section 8 or pool", "no pool"],
    ["no kids or section 8 in Boise", "in Boise"],
    ["no pool or section 8", "no pool"],
    ["no pool or section 8 or stairs", "no pool or stairs"],
    ["no pool, section 8 or stairs", "no pool or stairs"],
    ["no churches and highways", "no highways"],
    ["not near a church or highway", "not near highway"],
    ["not near a church or a highway", "not near a highway"],
    ["not near a church or in Nampa", "not in Nampa"],
    ["I do not want to live near a church or in Nampa", "I do not want to live in Nampa"],
    ["far away from churches or Nampa", "far away from Nampa"],
    ["anywhere but christian areas or Nampa", "anywhere but Nampa"],
    // "No" belongs to its noun only, and what begins anew is no part of the list.
    ["house with no kids and a big yard", "house with a big yard"],
    ["house with no kids and big yard", "house with big yard"],
    ["no kids and 3 beds", "3 beds"],
    ["no kids and no pool", "no pool"],
    ["no kids, and a pool", "and a pool"],
    ["not near a church and in Boise", "in Boise"],
    ["not near a church and want a pool", "want a pool"],
    ["near a church or a lake", "near a lake"],
    ["near a church or lake", "near lake"],
    ["near a lake or a church", "near a lake"],
    // An "or" before the term is its own.
    ["no HOA or section 8 and a pool", "no HOA and a pool"],
    ["no HOA nor kids and 3 beds", "no HOA and 3 beds"],
  ])("%j leaves %j of a list", (text, left) => {
    expect(refuseProtectedTerms(text, PLACES).text).toBe(left);
  });

  it("leaves no term, also where one stood beside a term that went", () => {
    for (const [text, left] of [
      ["condo for a retired Catholic with a view", "condo with a view"],
      ["for a single Christian, 2 beds", "2 beds"],
      ["my family church near Boise", "near Boise"],
    ] as const)
      expect(refuseProtectedTerms(text, PLACES).text).toBe(left);
    const words = fc.constantFrom(
      ..."no not or and , near a the church kids white neighborhood single family old couple pool Nampa in with for people who are brown retired my Catholic school of without".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 10 }), (each) => {
        const { text } = refuseProtectedTerms(each.join(" "), PLACES);
        expect(refuseProtectedTerms(text, PLACES)).toEqual({ text, refused: [] });
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });

  it("reports terms between which there is more than one space", () => {
    const { refused } = refuseProtectedTerms("condo for  a retired\tCatholic", PLACES);
    expect(refused.map(({ category }) => category).toSorted()).toEqual(["age", "religion"]);
  });

  it("offers a neutral wish where there is one, and none for what is turned away", () => {
    const insteadOf = (text: string) => refuseProtectedTerms(text).refused.map(({ instead }) => instead);
    expect(insteadOf("near a church")).toEqual(["near a named place or an address"]);
    expect(insteadOf("kid friendly")).toEqual(["a fenced yard, a bonus room, a park nearby"]);
    for (const text of ["no kids", "not near a church", "kids not welcome", "wheelchair users not welcome"])
      expect(insteadOf(text)).toEqual([null]);
  });

  it("leaves names of places, streets and schools, and what describes a building", () => {
    for (const text of [
      "homes in White",
      "Christian County",
      "on Church Street",
      "Cole Valley Christian School",
      "Trinity Lutheran Church Road",
      "near Catholic Church Road",
      "homes on Sikh Temple Way",
      "in the Cathedral Pines subdivision",
      "Amish Acres subdivision",
      "Church Park",
      "near Temple University",
      "Priest River",
      "wheelchair users welcome",
    ])
      expect(refuseProtectedTerms(text, PLACES)).toEqual({ text, refused: [] });
  });

  it("lets visitors ask for an agent's languages, and refuses those of neighbors", () => {
    expect(isRefused("a Spanish speaking agent")).toBe(false);
    expect(isRefused("an agent who speaks Spanish")).toBe(false);
    expect(categoriesIn("Spanish speaking neighborhood")).toEqual(["national_origin"]);
  });
});
