import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { builtinTextModel } from "../models/index.ts";
import { inTransaction } from "../platform/database/database.ts";
import { forgetRecord, indexRecord, type RecordKind, searchRecords } from "./index.ts";
import { rankRecords } from "./rank-records.ts";
import { rowsOf } from "./record-vector-row.ts";

const texts = {
  smith: "John Smith\nTwelve years in Eagle; honesty and hard work.",
  garcia: "José García\nSe habla español. First homes and down payment assistance.",
  military: "Hannah Lindqvist\nRetired Army sergeant. VA loans and PCS moves near Mountain Home AFB.",
  lofts: "Marcus Oyarzabal\nUrban loft specialist: high-rise living in the heart of the city.",
  land: "Tess Vanderhoof\nRaised on a cattle ranch: acreage, horse property, wells and fences.",
  landon: "Landon Price\nNew construction in Star and Kuna.",
  conde: "Ana Conde\nPatient help, every day of the week.",
  wordy:
    `Wade Carrigan\n${"Wade has lived in Boise for thirty years and knows every street of it. ".repeat(8)}` +
    `He is a certified property manager. ${"In winter he coaches a hockey team of eight-year-olds. ".repeat(8)}`,
};
type Name = keyof typeof texts;
const names = Object.keys(texts) as Name[];

describe("searchRecords", () => {
  let lintel: TestApp;
  let made = 0;
  let brokerageId: number;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    ({ id: brokerageId } = await lintel.createTenant(`records-${++made}`));
  });

  const add = (id: number, text: string, of = brokerageId, kind: RecordKind = "agent") =>
    indexRecord(lintel.ctx, { kind, id, brokerageId: of, text });
  type Options = { limit?: number; brokerageId?: number | null; exceptBrokerages?: number[] };
  const search = (query: string, options: Options = {}) =>
    searchRecords(lintel.ctx, { kind: "agent", query, brokerageId, limit: 10, ...options });
  const find = async (query: string, options: Options = {}) => (await search(query, options)).found;

  describe("over a handful of agents", () => {
    const first = 1000;
    beforeEach(async () => {
      for (const [nth, name] of names.entries()) await add(first + nth, texts[name]);
    });
    const found = async (query: string) =>
      (await find(query)).map(({ id, similarity }) => ({ name: names[id - first] as Name, similarity }));

    it.each([
      ["John Smith", "smith"],
      ["jose garcia", "garcia"],
      ["smith", "smith"],
      ["lind", "military"],
      ["Vander", "land"],
      ["land", "landon"],
      ["mar", "lofts"],
    ] as const)("puts the name that is, or begins with, %j first", async (query, name) => {
      const [best, next] = await found(query);
      expect(best?.name).toBe(name);
      expect(best?.similarity).toBeGreaterThan(0.85);
      expect(next?.similarity ?? 0).toBeLessThan(0.85);
    });

    it.each([
      ["Smyth", "smith"],
      ["jonh", "smith"],
      ["jonh smiht", "smith"],
      ["lindquist", "military"],
      ["oyarzabel", "lofts"],
    ] as const)("finds a name by the misspelt %j", async (query, name) => {
      expect((await found(query))[0]?.name).toBe(name);
    });

    it.each([
      ["veterans", "military"],
      ["vetrans", "military"],
      ["military relocation", "military"],
      ["condo downtown", "lofts"],
      ["horses", "land"],
      ["acrage", "land"],
      ["bilingual", "garcia"],
      ["starter home", "garcia"],
      ["builder", "landon"],
      ["manage my rental", "wordy"],
      ["hockey", "wordy"],
    ] as const)("finds by meaning: %j", async (query, name) => {
      expect((await found(query))[0]?.name).toBe(name);
    });

    it.each(["quantum physics", "zzzzzz", "!!!", "", "the of and", "% _ \\ ' \""])(
      "finds nothing for %j, rather than anything",
      async (query) => {
        expect(await found(query)).toEqual([]);
      },
    );

    it("answers best first, with similarities between 0 and 1, at most as many as asked for", async () => {
      const all = await find("honest help with land and homes in Boise, Idaho", { limit: 50 });
      expect(all.length).toBeGreaterThan(1);
      expect(all).toEqual(all.toSorted((a, b) => b.similarity - a.similarity));
      for (const { similarity } of all) {
        expect(similarity).toBeGreaterThan(0);
        expect(similarity).toBeLessThanOrEqual(1);
      }
      const query = "honest help with land and homes in Boise, Idaho";
      expect(await find(query, { limit: 1 })).toEqual(all.slice(0, 1));
    });

    it("adds up a name and a meaning", async () => {
      await add(2000, "John Varela\nLofts and condos downtown.");
      const [best, ...others] = await find("john condo");
      expect(best?.id).toBe(2000);
      expect(others.map(({ id }) => id)).toContain(first + names.indexOf("smith"));
    });
  });

  it("keeps to one brokerage, or searches all, and to one kind", async () => {
    const other = await lintel.createTenant(`records-${++made}`);
    await add(3001, "Xaverius Quill");
    await add(3002, "Xaverius Quill", other.id);
    await add(3003, "Xaverius Quill", brokerageId, "broker_contact");
    const ids = async (of: number | null) =>
      (await find("xaverius", { brokerageId: of })).map(({ id }) => id);
    expect(await ids(brokerageId)).toEqual([3001]);
    expect(await ids(other.id)).toEqual([3002]);
    expect(await ids(null)).toEqual([3001, 3002]);
    expect(await ids(0)).toEqual([]);
  });

  it("passes over brokerages that are to be left out, in the total too", async () => {
    const other = await lintel.createTenant(`records-${++made}`);
    await add(3101, "Ysolde Quill");
    await add(3102, "Ysolde Quill", other.id);
    const all = { brokerageId: null };
    expect(await search("ysolde", all)).toMatchObject({ total: 2, found: [{ id: 3101 }, { id: 3102 }] });
    expect(await search("ysolde", { ...all, exceptBrokerages: [other.id, 999_999] })).toMatchObject({
      total: 1,
      found: [{ id: 3101 }],
    });
  });

  it("counts every match, however few are asked for", async () => {
    for (let nth = 0; nth < 6; nth++) await add(3201 + nth, `Wilhelmina Number${nth}`);
    await add(3207, "Somebody Else");
    const { total, found } = await search("wilhelmina", { limit: 2 });
    expect([total, found.map(({ id }) => id)]).toEqual([6, [3201, 3202]]);
  });

  it("forgets what it knew when a record is indexed again, and all when it is forgotten", async () => {
    await add(4001, "Old Zebulon\nLofts.");
    await add(4001, "New Yolanda\nHorses.");
    expect(await find("zebulon")).toEqual([]);
    expect((await find("yolanda"))[0]?.id).toBe(4001);
    expect((await find("equestrian"))[0]?.id).toBe(4001);
    await forgetRecord(lintel.ctx, { kind: "agent", id: 4001 });
    expect(await find("yolanda")).toEqual([]);
  });

  it("shows nothing of a transaction that is undone", async () => {
    const undone = inTransaction(lintel.ctx, async (ctx) => {
      await indexRecord(ctx, { kind: "agent", id: 4101, brokerageId, text: "Ulrika Undone" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await find("ulrika")).toEqual([]);
  });

  it("has a record's newest words count at once, whichever model read the older ones", async () => {
    const text = { ...builtinTextModel, version: "2" };
    const later = { ...lintel.ctx, models: { ...lintel.ctx.models, text } };
    const scope = { kind: "agent", brokerageId, limit: 10 } as const;
    const foundBy = async (query: string) =>
      (await searchRecords(later, { ...scope, query })).found.map(({ id }) => id);
    await indexRecord(later, { kind: "agent", id: 4201, brokerageId, text: "Quirin Lake" });
    expect(await foundBy("quirin")).toEqual([4201]);
    await indexRecord(later, { kind: "agent", id: 4201, brokerageId, text: "Zebulon Lake" });
    expect([await foundBy("quirin"), await foundBy("zebulon")]).toEqual([[], [4201]]);
  });

  it("takes a record without any text, which nothing finds", async () => {
    await add(4301, "");
    await add(4302, "…\n🏠");
    expect(await find("house")).toEqual([]);
  });

  it("reads every page: the one that is asked for may be the last of many", async () => {
    const records = Array.from({ length: 1201 }, (_, at) => ({
      kind: "agent" as const,
      id: 100_000 + at,
      brokerageId,
      text: at === 1200 ? "Quillon Zweig" : `Agent ${at}`,
    }));
    const rows = await rowsOf(builtinTextModel, records);
    await lintel.database.db.insertInto("record_vectors").values(rows).execute();
    expect((await find("quillon zweig"))[0]).toEqual({ id: 101_200, similarity: 1 });
  });

  it("keeps several edits of one record at once apart from each other", async () => {
    await Promise.all(Array.from({ length: 8 }, (_, nth) => add(4401, `Wanda Number${nth}`)));
    expect((await find("wanda")).map(({ id }) => id)).toEqual([4401]);
  });
});

function* pagesOf<Row>(rows: Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500);
}

describe("rankRecords", () => {
  it("lets others have their turn after every page", async () => {
    const [row] = await rowsOf(builtinTextModel, [
      { kind: "agent", id: 1, brokerageId: 1, text: texts.wordy },
    ]);
    const { record_id, title, vector } = row as { record_id: number; title: string; vector: Buffer };
    const rows = Array.from({ length: 6000 }, () => ({
      record_id,
      model: "builtin",
      title,
      vector,
      matchedStems: [],
    }));
    const [meant] = (await builtinTextModel.embed(["hockey"])) as [Float32Array];
    let turns = 0;
    let done = false;
    const others = (async () => {
      for (; !done; turns++) await setImmediate();
    })();
    const { total, found } = await rankRecords(pagesOf(rows), {
      name: "hockey",
      text: "hockey",
      meant: new Map([["builtin", { vector: meant, noise: 0.2 }]]),
      limit: 6000,
    });
    done = true;
    await others;
    expect([total, found.length]).toEqual([6000, 6000]);
    expect(turns).toBeGreaterThan(10);
  });

  it("keeps the best of all, wherever among thousands they stand", async () => {
    const named = (title: string) => ({
      model: "builtin",
      title,
      vector: Buffer.alloc(384),
      matchedStems: [],
    });
    const rows = Array.from({ length: 3000 }, (_, at) => ({
      record_id: at,
      ...named(at % 700 === 3 ? "Zita Quill" : at % 5 === 0 ? `Zita Number${at}` : "Agent"),
    }));
    const meant = new Float32Array(384);
    const { total, found } = await rankRecords(pagesOf(rows), {
      name: "zita quill",
      text: "zita quill",
      meant: new Map([["builtin", { vector: meant, noise: 0.2 }]]),
      limit: 7,
    });
    expect(found.map(({ id }) => id)).toEqual([3, 703, 1403, 2103, 2803, 0, 5]);
    expect(total).toBe(rows.filter(({ title }) => title.startsWith("Zita")).length);
  });
});
