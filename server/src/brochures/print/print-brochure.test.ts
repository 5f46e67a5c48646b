import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ordinary } from "../../../test/harness/brochure-fixture.ts";
import { collisions, type Pdf, readPdf, textOf } from "../../../test/harness/read-pdf.ts";
import { sampleJpeg } from "../../../test/harness/sample-photos.ts";
import type { Brochure, Picture, Pictures } from "../brochure.ts";
import { printBrochure } from "./print-brochure.ts";

const MADE = new Date("2026-06-15T12:00:00Z");

const noPictures: Pictures = { cover: null, grid: [], more: 0, logo: null, agent: null };
const photo = async (width = 300, height = 200, seed = 1): Promise<Picture> => ({
  bytes: new Uint8Array(await sampleJpeg(width, height, seed)),
  width,
  height,
});
const photos = (count: number, width = 300, height = 200) =>
  Promise.all(Array.from({ length: count }, (_each, at) => photo(width, height, at)));

const print = async (changes: Partial<Brochure> = {}, pictures: Partial<Pictures> = {}): Promise<Pdf> =>
  readPdf(
    await printBrochure({
      brochure: { ...ordinary, ...changes },
      pictures: { ...noPictures, ...pictures },
      made: MADE,
    }),
  );

/** Nothing leaves its page or covers something else; every page is Letter, and says more than head and foot. */
const expectSound = (pdf: Pdf) => {
  expect(collisions(pdf.pages)).toEqual([]);
  for (const [at, page] of pdf.pages.entries()) {
    expect([page.width, page.height]).toEqual([612, 792]);
    expect(textOf(page)).toContain(`Page ${at + 1} of ${pdf.pages.length}`);
    const body = page.texts.filter(({ y }) => y > 45 && y < 700);
    if (pdf.images === 0) expect(body.length).toBeGreaterThan(0);
  }
};

const numbered = (count: number) => Array.from({ length: count }, (_each, at) => `word${at}`);
/** Descriptions are set in columns; each word is told from every other. */
const wordsIn = (pdf: Pdf) => [...textOf(pdf.pages).matchAll(/word(\d+)/g)].map((match) => Number(match[1]));

describe("printBrochure", () => {
  it("puts an ordinary listing on one page, with all that is known", async () => {
    const pdf = await print(
      {},
      { cover: await photo(), agent: await photo(100, 100), logo: await photo(90, 30) },
    );
    expectSound(pdf);
    expect(pdf.pages.length).toBe(1);
    expect(pdf.title).toBe("12 Oak St, Boise, ID 83702");
    expect(pdf.images).toBe(3);
    const text = textOf(pdf.pages);
    const { facts, details, features, contact, smallPrint } = ordinary;
    for (const words of [
      "12 Oak St",
      "Boise, ID 83702",
      "$512,346",
      "$278 per sq ft",
      "ACTIVE",
      "Bright and quiet.",
      contact.name,
      "YOUR AGENT",
      smallPrint.courtesy as string,
      "Equal Housing Opportunity",
      "Prepared June 15, 2026",
      ...facts.flatMap(({ value, label }) => [value, label]),
      ...details.flatMap(({ value, label }) => [value, label]),
      ...features,
      ...contact.lines.map((line) => line.text),
    ]) {
      expect(text).toContain(words);
    }
    expect(pdf.pages[0]?.links.toSorted()).toEqual([
      "https://oak.test/properties/IMR-1",
      "mailto:ann@agents.test",
      "tel:+12085550100",
    ]);
  });

  it("looks whole with nothing known but what a listing must have", async () => {
    const pdf = await print({
      color: null,
      address: { street: null, place: null },
      price: { amount: null, note: null },
      facts: [],
      details: [{ label: "Status", value: "Active" }],
      description: null,
      features: [],
      contact: { role: "Presented by", name: "Oak Realty", firm: null, lines: [] },
      smallPrint: { ...ordinary.smallPrint, courtesy: null },
    });
    expectSound(pdf);
    expect(pdf.pages.length).toBe(1);
    expect(textOf(pdf.pages)).toContain("Price on request");
    expect(textOf(pdf.pages)).toContain("Location available on request");
    expect(textOf(pdf.pages)).toContain("Photos available on request");
    expect(textOf(pdf.pages)).not.toMatch(/null|undefined|NaN/);
  });

  it.each([0, 10, 150, 400, 900, 3000])("loses no word of a description of %i words", async (count) => {
    const words = numbered(count);
    const pdf = await print({ description: words.join(" ") }, { cover: await photo() });
    expectSound(pdf);
    expect(wordsIn(pdf)).toEqual(words.map((_word, at) => at));
  });

  it("keeps paragraphs apart, however they are broken", async () => {
    const words = numbered(500).map(
      (word, at) => word + (at % 40 === 39 ? "\r\n\r\n" : at % 40 === 20 ? "\n" : " "),
    );
    const pdf = await print({ description: words.join("") });
    expectSound(pdf);
    expect(wordsIn(pdf)).toEqual(numbered(500).map((_word, at) => at));
  });

  it("names ninety features and says how many there are beyond", async () => {
    const features = numbered(300).map((word, at) =>
      at % 9 === 0 ? `${word} ${"and more ".repeat(9)}` : word,
    );
    const pdf = await print({ features }, { cover: await photo() });
    expectSound(pdf);
    expect(new Set(wordsIn(pdf)).size).toBe(90);
    expect(textOf(pdf.pages)).toContain("and 210 more");
  });

  it.each([1, 2, 3, 4, 5, 7, 10, 16, 23, 24])(
    "shows %i photos beside the cover, with no page for nothing",
    async (count) => {
      for (const [width, height] of [
        [300, 200],
        [200, 300],
        [900, 100],
        [50, 900],
      ] as const) {
        const pdf = await print(
          {},
          { cover: await photo(), grid: await photos(count, width, height), more: 15 },
        );
        expectSound(pdf);
        expect(pdf.images).toBe(count + 1);
        expect(textOf(pdf.pages.at(-1) as Pdf["pages"][number])).toContain("15 more photos online");
        expect(pdf.pages.at(-1)?.links).toContain(ordinary.online.url);
      }
    },
  );

  it("says one photo of one", async () => {
    const pdf = await print({}, { cover: await photo(), grid: await photos(2), more: 1 });
    expect(textOf(pdf.pages)).toContain("1 more photo online");
  });

  it("breaks and shortens what is too long, wherever it stands", async () => {
    const long = (length: number) => "Unbreakable".repeat(40).slice(0, length);
    for (const text of [long(250), "many short words ".repeat(20).slice(0, 250)]) {
      const pdf = await print(
        {
          status: text,
          address: { street: text, place: text },
          price: { amount: "$99,999,999,999,999", note: text.slice(0, 40) },
          facts: ordinary.facts.map(({ label }) => ({ label, value: "99,999,999.99" })),
          details: ordinary.details.map(({ label }) => ({ label, value: text })),
          description: text,
          features: [text, text],
          contact: {
            role: "Your agent",
            name: text,
            firm: text,
            lines: [
              { text, url: "tel:1" },
              { text, url: "mailto:a" },
              { text, url: null },
            ],
          },
          brokerage: { name: text, nameBesideLogo: true },
          smallPrint: { ...ordinary.smallPrint, courtesy: text, brokerage: text },
        },
        { cover: await photo(), logo: await photo(400, 60), grid: await photos(3), more: 3 },
      );
      expectSound(pdf);
    }
  });

  it("writes what its fonts have, spells what they nearly have, and leaves out the rest", async () => {
    const pdf = await print({
      address: { street: "Łódź ul. Świętojańska 5", place: "Ngôi nhà đẹp, Việt Nam" },
      description:
        "Привет 🏡✨ café “naïve” 中文 שלום مرحبا 20′ × 30″ ﬁne e\u0301te\u0301 \u202eabc\u200bdef\tghi ✓ ≥",
      features: ["🔥", "中文", "🏊 Pool"],
      contact: { ...ordinary.contact, name: "李明" },
    });
    expectSound(pdf);
    const text = textOf(pdf.pages);
    expect(text).toContain("Łódź ul. Świętojańska 5");
    expect(text).toContain("Ngôi nhà đẹp, Việt Nam");
    expect(text).toContain("Привет café “naïve” 20' × 30\" fine été abcdef ghi •");
    expect(text).toContain("Pool");
    // Not half a name: the firm's.
    expect(text.match(/Oak Realty/g)?.length).toBeGreaterThanOrEqual(3);
  });

  it("leaves out a QR code that no telephone could read", async () => {
    const pdf = await print({ online: { url: `https://oak.test/${"x".repeat(3000)}` } });
    expectSound(pdf);
    expect(textOf(pdf.pages)).not.toContain("Scan");
  });

  it("takes any colour, and any text for one", async () => {
    for (const color of ["#FFFFFF", "#ffff00", "#000000", "red", "", "#12345G"]) {
      expectSound(await print({ color }));
    }
  });

  it("is the same, byte for byte, when it is printed again", async () => {
    const job = { brochure: ordinary, pictures: noPictures, made: MADE };
    expect(Buffer.from(await printBrochure(job)).equals(await printBrochure(job))).toBe(true);
  });

  it("is valid for every text of a listing", async () => {
    const text = (maxLength: number) =>
      fc.oneof(
        fc.string({ unit: "binary", maxLength }),
        fc.string({ unit: "grapheme", maxLength }),
        fc.lorem({ maxCount: 30 }).map((words) => words.slice(0, maxLength)),
      );
    const nullable = (maxLength: number) => fc.option(text(maxLength));
    const brochures = fc.record({
      color: fc.option(
        fc
          .string({ minLength: 6, maxLength: 6, unit: fc.constantFrom(..."0123456789abcdef") })
          .map((hex) => `#${hex}`),
      ),
      address: fc.record({ street: nullable(250), place: nullable(120) }),
      facts: fc.subarray(ordinary.facts),
      details: fc.array(fc.record({ label: fc.constant("Property type"), value: text(120) }), {
        maxLength: 8,
      }),
      description: fc.option(fc.oneof(text(4000), fc.lorem({ maxCount: 700 }))),
      features: fc.array(text(100), { maxLength: 60 }),
      contact: fc.record({
        role: fc.constant("Your agent"),
        name: text(200),
        firm: nullable(200),
        lines: fc.array(fc.record({ text: text(255), url: fc.constant("https://oak.test/") }), {
          maxLength: 4,
        }),
      }),
      brokerage: fc.record({ name: text(200), nameBesideLogo: fc.boolean() }),
    });
    const layout = fc.record({ cover: fc.boolean(), logo: fc.boolean(), grid: fc.nat(8), more: fc.nat(3) });
    const some = await photos(9);
    await fc.assert(
      fc.asyncProperty(brochures, layout, async (changes, { cover, logo, grid, more }) => {
        const pictures = {
          cover: cover ? (some[8] as Picture) : null,
          logo: logo ? (some[8] as Picture) : null,
          grid: some.slice(0, grid),
          more,
        };
        expectSound(await print(changes, pictures));
      }),
      { numRuns: 40 },
    );
  });
});
