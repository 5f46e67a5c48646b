import { describe, expect, it } from "vitest";
import { STAFF } from "../../../../demo/src/staff.ts";
import { builtinTextModel } from "../../models/index.ts";
import type { MatchableAgent } from "./agent-topics.ts";
import { comparedSpecialties } from "./guard-criteria.ts";
import type { MatchCriteria, Wish } from "./match-criteria.ts";
import { rankAgents } from "./rank-agents.ts";

const lakefront: Wish = { type: "features", key: "waterfront", label: "Waterfront", confidence: 90 };
const eagle: Wish = { type: "locations", key: "Eagle", label: "Eagle", confidence: 85 };
const boise: Wish = { type: "locations", key: "Boise", label: "Boise", confidence: 60 };
const condo: Wish = { type: "property_types", key: "condo", label: "Condo", confidence: 80 };
const price = (min: number | null, max: number | null): Wish => ({
  ...{ type: "price", key: "price", label: "price", confidence: 90 },
  ...{ min, max },
});

const agent = (id: number, specialties: string[], bio: string | null = null): MatchableAgent => ({
  ...{ id, name: `Agent ${id}` },
  ...{ specialties, bio },
});

const rank = (wanted: Partial<MatchCriteria>, agents: MatchableAgent[], limit = 10) =>
  rankAgents(builtinTextModel, { wishes: [], negative: [], notes: null, ...wanted }, agents, limit);

const order = async (wanted: Partial<MatchCriteria>, agents: MatchableAgent[]) =>
  (await rank(wanted, agents)).map(({ id }) => id);

describe("rankAgents", () => {
  it("returns the best first, marks the first as best match, and respects the limit", async () => {
    const agents = [
      agent(1, ["Probate"]),
      agent(2, ["Eagle"]),
      agent(3, ["Lakefront homes", "Eagle"]),
      agent(4, []),
    ];
    const ranked = await rank({ wishes: [lakefront, eagle] }, agents, 3);
    expect(ranked.map(({ id, best_match }) => [id, best_match])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect(ranked[0]).toMatchObject({ match_label: "Excellent match", match_score: 98 });
    for (const { match_score } of ranked) expect(Number.isInteger(match_score)).toBe(true);
  });

  it("compares no words of protected classes: of notes, of entered places and of entered wishes", async () => {
    const agents = [
      agent(1, ["Lakefront homes"]),
      agent(2, ["Christian families", "Kids welcome"], "Christian homes."),
    ];
    const plain = await rank({ wishes: [lakefront], notes: "by the lake" }, agents);
    const place: Wish = { type: "locations", key: "Christian", label: "Christian", confidence: 100 };
    const wish: Wish = { type: "features", key: "kids_welcome", label: "Kids welcome", confidence: 100 };
    const negative = [{ type: "locations" as const, value: "Christian", confidence: 90 }];
    const worded = { wishes: [lakefront, place, wish], notes: "by the lake, christian families", negative };
    expect(await rank(worded, agents)).toEqual(plain);
  });

  it("compares places of listings, also when their names are words of protected classes", async () => {
    const agents = [agent(1, ["Eagle"]), agent(2, ["Boys Town"]), agent(3, ["Gay"])];
    const places = { cities: ["Boys Town", "Eagle", "Gay"], counties: [] };
    for (const [key, id] of [
      ["Boys Town", 2],
      ["Gay", 3],
    ] as const) {
      const place: Wish = { type: "locations", key, label: key, confidence: 100 };
      expect((await rank({ wishes: [place], places }, agents))[0]).toMatchObject({
        id,
        reasons: [`Knows ${key}`],
      });
      const negative = [{ type: "locations" as const, value: key, confidence: 90 }];
      const disliked = await order({ wishes: [eagle], negative, places }, [
        agent(1, ["Eagle", key]),
        agent(2, ["Eagle"]),
      ]);
      expect(disliked).toEqual([2, 1]);
    }
  });

  it("guards specialties once, and lets other work run meanwhile", async () => {
    const long = Array.from({ length: 60 }, (_, nth) =>
      agent(nth, [`Homes ${nth} ${"near a lake ".repeat(250)}`]),
    );
    let turns = 0;
    const count = () => {
      turns++;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    await comparedSpecialties(long);
    const first = turns;
    await comparedSpecialties(long);
    clearImmediate(immediate);
    expect(first).toBeGreaterThanOrEqual(10);
    expect(turns).toBe(first);
  });

  it("gives reasons in the agent's and the visitor's words", async () => {
    const [best] = await rank({ wishes: [lakefront, eagle] }, [agent(1, ["Lakefront homes", "Eagle"])]);
    expect(best?.reasons).toEqual([
      "Specializes in lakefront homes, which you keep coming back to",
      "Knows Eagle",
    ]);
    const [stated] = await rank({ wishes: [{ ...lakefront, confidence: 100 }] }, [agent(1, ["Waterfront"])]);
    expect(stated?.reasons).toEqual(["Specializes in waterfront, which you are looking for"]);
    const [notified] = await rank({ wishes: [lakefront, eagle] }, [
      agent(1, [], "Sells waterfront homes near Eagle."),
    ]);
    expect(notified?.reasons).toEqual([
      "Names Eagle in their profile",
      "Speaks of waterfront in their profile",
    ]);
  });

  it("ranks a similar meaning below the same words", async () => {
    const agents = [agent(1, ["Probate"]), agent(2, ["Lake cabins"]), agent(3, ["Waterfront homes"])];
    expect(await order({ wishes: [lakefront] }, agents)).toEqual([3, 2, 1]);
    const ranked = await rank({ wishes: [lakefront] }, agents);
    expect(ranked[1]?.reasons).toEqual(["Specializes in lake cabins, which is close to waterfront"]);
  });

  it("ranks agents without a match last, as possible matches with a default reason", async () => {
    const ranked = await rank({ wishes: [lakefront, eagle] }, [
      agent(7, ["Probate"]),
      agent(2, []),
      agent(5, ["Eagle"]),
    ]);
    expect(ranked.map(({ id }) => id)).toEqual([5, 7, 2]);
    for (const { match_label, match_score, reasons } of ranked.slice(1)) {
      expect({ match_label, match_score }).toEqual({ match_label: "Possible match", match_score: 20 });
      expect(reasons).toEqual(["Takes on new clients now"]);
    }
  });

  it("keeps the given order of ties", async () => {
    const agents = [4, 9, 1, 7].map((id) => agent(id, ["Eagle"]));
    expect(await order({ wishes: [eagle] }, agents)).toEqual([4, 9, 1, 7]);
    expect(await order({}, agents)).toEqual([4, 9, 1, 7]);
  });

  it("weighs wishes by confidence, and common features hardly at all", async () => {
    const agents = [agent(1, ["Boise"]), agent(2, ["Eagle"])];
    expect(await order({ wishes: [eagle, boise] }, agents)).toEqual([2, 1]);
    const garage: Wish = { type: "features", key: "garage", label: "Garage", confidence: 95 };
    const pool: Wish = { type: "features", key: "pool", label: "Swimming pool", confidence: 50 };
    expect(await order({ wishes: [garage, pool] }, [agent(1, ["Garages"]), agent(2, ["Pools"])])).toEqual([
      2, 1,
    ]);
  });

  it("matches luxury and first-time buyers by price, and neither in between", async () => {
    const agents = [agent(1, ["Relocation"]), agent(2, ["First-time buyers"]), agent(3, ["Luxury homes"])];
    expect((await order({ wishes: [price(1_200_000, 2_000_000)] }, agents))[0]).toBe(3);
    expect((await order({ wishes: [price(null, 250_000)] }, agents))[0]).toBe(2);
    expect(await order({ wishes: [price(380_000, 450_000)] }, agents)).toEqual([1, 2, 3]);
    expect((await order({ wishes: [price(380_000, 450_000)], usualPrice: 150_000 }, agents))[0]).toBe(3);
  });

  it("ranks specialists of disliked features lower", async () => {
    const agents = [agent(1, ["Condos", "Eagle"]), agent(2, ["Eagle"])];
    const negative = [{ type: "property_types" as const, value: "condo", confidence: 90 }];
    expect(await order({ wishes: [eagle], negative }, agents)).toEqual([2, 1]);
    expect(await order({ wishes: [eagle] }, agents)).toEqual([1, 2]);
  });

  it("uses notes in favor of matching agents, and against none", async () => {
    const agents = [
      agent(1, ["Eagle"]),
      agent(2, ["Horse properties"]),
      agent(3, ["Eagle", "Equestrian estates"]),
    ];
    const notes = "We have two horses";
    const heard = await rank({ wishes: [eagle], notes }, agents);
    const silent = await rank({ wishes: [eagle] }, agents);
    expect(heard.find(({ id }) => id === 2)?.match_score).toBeGreaterThan(
      silent.find(({ id }) => id === 2)?.match_score as number,
    );
    expect(heard.find(({ id }) => id === 1)?.match_score).toBe(
      silent.find(({ id }) => id === 1)?.match_score,
    );
    expect(heard.find(({ id }) => id === 2)?.reasons[0]).toBe(
      "Specializes in horse properties, which is close to what you wrote",
    );
  });

  it("does not match what an agent denies", async () => {
    const [only] = await rank({ wishes: [condo] }, [agent(1, [], "I do not sell condos.")]);
    expect(only?.match_label).toBe("Possible match");
  });

  it("ranks the demo's agents by their specialties", async () => {
    const staff = STAFF.map(({ name, specialties, bio }, id) => ({ id, name, specialties, bio }));
    const first = async (...wishes: Wish[]) => {
      const [best] = await rank({ wishes }, staff, 1);
      return STAFF[best?.id as number]?.slug;
    };
    const horses: Wish = { type: "features", key: "horse_property", label: "Horse property", confidence: 80 };
    const mccall: Wish = { type: "locations", key: "McCall", label: "McCall", confidence: 80 };
    expect(await first(horses)).toBe("orrin-castleberry");
    expect(await first(condo, boise)).toBe("priscilla-okonkwo");
    expect(await first(lakefront, mccall)).toBe("linnea-soderstrom");
  });

  it("returns an empty list without agents", async () => {
    expect(await rank({ wishes: [eagle], notes: "anything" }, [])).toEqual([]);
  });
});
