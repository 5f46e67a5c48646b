import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantize } from "../../platform/vectors/quantized.ts";
import { modelId } from "../text-model.ts";
import { thesaurus } from "../vocabulary/thesaurus/index.ts";
import { builtinTextModel } from "./builtin-text-model.ts";

const { embed, dimensions, noise } = builtinTextModel;

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);

async function likeness(one: string, other: string): Promise<number> {
  const [a, b] = (await embed([one, other])) as [Float32Array, Float32Array];
  return cosine(a, b);
}

const bios = {
  military: "Retired Army sergeant helping military families use the VA loan near Mountain Home AFB.",
  lofts:
    "Urban loft specialist: lofts and high-rise living in the heart of the city, walkable to restaurants.",
  ranches: "Raised on a cattle ranch, I know acreage, horse property, water rights, wells and fences.",
  luxury: "Luxury estates and fine homes. Discreet service for high net worth clients.",
  spanish: "Se habla español. I help Hispanic families buy their first home.",
  lake: "Lakefront cabins in McCall, docks, boat slips and second homes on Payette Lake.",
  seniors: "Seniors Real Estate Specialist. Downsizing, single level living and 55+ communities.",
  investors: "Duplexes, cash flow and 1031 exchanges: I analyse portfolios.",
  builders: "Builders, model homes, custom homes and building lots in Star and Kuna.",
  commercial: "Leasing, retail storefronts, warehouses and industrial space. CCIM.",
  plain: "With twelve years in the business, Pat brings honesty and hard work to every transaction.",
};

describe("the builtin text model", () => {
  it.each([
    ["veterans", "military"],
    ["va loan", "military"],
    ["condo downtown", "lofts"],
    ["penthouse", "lofts"],
    ["horses", "ranches"],
    ["land", "ranches"],
    ["expensive mansion", "luxury"],
    ["bilingual", "spanish"],
    ["starter home", "spanish"],
    ["first-time buyer", "spanish"],
    ["waterfront", "lake"],
    ["river house", "lake"],
    ["vacation home", "lake"],
    ["retirement community", "seniors"],
    ["no stairs", "seniors"],
    ["downsizing", "seniors"],
    ["rental income", "investors"],
    ["investment property", "investors"],
    ["brand new house", "builders"],
    ["office building", "commercial"],
  ] as const)("knows that %j means %s, above all others", async (query, nearest) => {
    const [queryVector, ...vectors] = (await embed([query, ...Object.values(bios)])) as [
      Float32Array,
      ...Float32Array[],
    ];
    const scores = Object.fromEntries(
      Object.keys(bios).map((name, at) => [name, cosine(queryVector, vectors[at] as Float32Array)]),
    );
    const best = Object.entries(scores).toSorted(([, a], [, b]) => b - a);
    expect(best[0]?.[0], JSON.stringify(scores)).toBe(nearest);
    expect(best[0]?.[1]).toBeGreaterThan(noise);
  });

  it.each(["quantum physics", "pizza delivery", "blue elephants dancing", "soccer coach", "violin lessons"])(
    "finds %j like nothing in the trade",
    async (query) => {
      for (const bio of Object.values(bios)) expect(await likeness(query, bio)).toBeLessThan(noise);
    },
  );

  it("gives the same text the same vector, beside any other texts", async () => {
    const [alone] = await embed([bios.lake]);
    const among = await embed([bios.military, bios.lake, "", bios.plain]);
    expect(among[1]).toEqual(alone);
    expect(await likeness(bios.lake, bios.lake)).toBeCloseTo(1, 6);
  });

  it("sees through case, accents, punctuation and forms of a word", async () => {
    expect(await likeness("Café in BOISE!", "cafe in boise")).toBeCloseTo(1, 6);
    expect(await likeness("the seller’s agent", "the sellers agent")).toBeCloseTo(1, 6);
    expect(await likeness("relocating veterans", "relocation veteran")).toBeGreaterThan(0.8);
  });

  it("holds a misspelt word nearer than another one", async () => {
    for (const [right, wrong, other] of [
      ["lindqvist", "lindquist", "hallowell"],
      ["jonathan", "jonathon", "josephine"],
      ["smith", "smyth", "jones"],
      ["escobedo realty", "escobeda realty", "sawtooth realty"],
    ] as const) {
      expect(await likeness(right, wrong)).toBeGreaterThan((await likeness(right, other)) + 0.1);
    }
  });

  it("is not led astray by a concept's word in another sense", async () => {
    const senior = await likeness("retirement community", "Senior broker of the office");
    expect(senior).toBeLessThan(await likeness("retirement community", "I know senior living"));
    expect(senior).toBeLessThan(noise);
  });

  it.each(["", " \n\t", "!!! — …", "🏠🔑", "́"])(
    "gives %j, which has no words, a vector of zeros",
    async (text) => {
      const [vector] = await embed([text]);
      expect(vector).toEqual(new Float32Array(dimensions));
    },
  );

  it("answers any text with a vector of length 1 or 0, always the same", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), async (text) => {
        const [vector, again] = (await embed([text, text])) as [Float32Array, Float32Array];
        expect(vector).toHaveLength(dimensions);
        expect(vector).toEqual(again);
        const length = Math.sqrt(cosine(vector, vector));
        expect(Math.min(Math.abs(length), Math.abs(length - 1))).toBeLessThan(1e-5);
      }),
    );
  });

  it("lets others have their turn while it works through many texts", async () => {
    let turns = 0;
    let done = false;
    const others = (async () => {
      for (; !done; turns++) await setImmediate();
    })();
    await embed(Array.from({ length: 640 }, () => bios.lake));
    done = true;
    await others;
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it("has a version that says which vectors these are: change it with them, and stored ones are made anew", async () => {
    const texts = [...Object.values(thesaurus), ...Object.values(bios)];
    const digest = createHash("sha256");
    for (const vector of await embed(texts)) digest.update(quantize(vector));
    expect([modelId(builtinTextModel), digest.digest("hex").slice(0, 16)]).toEqual([
      "builtin@2",
      "75de7a086e9999c6",
    ]);
  });
});
