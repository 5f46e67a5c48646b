import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { builtinTextModel, type UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import {
  type IndexedRecord,
  indexRecord,
  type RecordSource,
  rebuildRecordVectors,
  searchRecords,
} from "./index.ts";

describe("rebuildRecordVectors", () => {
  let lintel: TestApp;
  let brokerageId: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ id: brokerageId } = await lintel.createTenant("rebuild"));
  });
  afterAll(() => lintel.close());

  const agents = (from: number, count: number): IndexedRecord[] =>
    Array.from({ length: count }, (_, nth) => ({
      kind: "agent",
      id: from + nth,
      brokerageId,
      text: `Agent${from + nth} Found\nLofts.`,
    }));

  function sourceOf(records: IndexedRecord[]): RecordSource & { pages: number } {
    return {
      kind: "agent",
      pages: 0,
      async after(_ctx, id, limit) {
        this.pages++;
        return records.filter((record) => record.id > id).slice(0, limit);
      },
    };
  }

  const find = async (query: string, ctx: Context<UsesModels> = lintel.ctx) =>
    (await searchRecords(ctx, { kind: "agent", query, brokerageId, limit: 10_000 })).found.map(
      ({ id }) => id,
    );

  it("makes records findable that never were, page by page, and finds nothing to do the next time", async () => {
    const source = sourceOf(agents(1, 450));
    expect(await rebuildRecordVectors(lintel.ctx, [source])).toBe(450);
    expect(source.pages).toBeGreaterThan(2);
    expect((await find("agent450")).at(0)).toBe(450);
    expect(await rebuildRecordVectors(lintel.ctx, [source])).toBe(0);
  });

  it("makes the vectors of another model anew", async () => {
    const records = agents(1001, 3);
    for (const record of records) await indexRecord(lintel.ctx, record);
    const text = { ...builtinTextModel, version: "next" };
    const later = { ...lintel.ctx, models: { ...lintel.ctx.models, text } };
    expect(await rebuildRecordVectors(later, [sourceOf(records)])).toBe(3);
    expect(await find("agent1002", later)).toContain(1002);
    // The builtin model's stay, for when the other one is away.
    expect(await find("agent1002")).toContain(1002);
    expect(await rebuildRecordVectors(later, [sourceOf(records)])).toBe(0);
  });

  it("never puts an older text over that of a record that was edited meanwhile", async () => {
    const [record] = agents(2001, 1) as [IndexedRecord];
    const source: RecordSource = {
      kind: "agent",
      async after(ctx, id) {
        if (id >= record.id) return [];
        await indexRecord(ctx, { ...record, text: "Edited Meanwhile" });
        return [record];
      },
    };
    await rebuildRecordVectors(lintel.ctx, [source]);
    expect(await find("edited meanwhile")).toEqual([2001]);
    expect(await find("agent2001")).not.toContain(2001);
  });

  it("stops between two pages when the process is asked to", async () => {
    const stopping = new AbortController();
    const source = sourceOf(agents(3001, 450));
    const stopped: RecordSource = {
      kind: "agent",
      after(ctx, id, limit) {
        stopping.abort();
        return source.after(ctx, id, limit);
      },
    };
    const built = await rebuildRecordVectors({ ...lintel.ctx, signal: stopping.signal }, [stopped]);
    expect(built).toBeGreaterThan(0);
    expect(built).toBeLessThan(450);
    expect(await rebuildRecordVectors(lintel.ctx, [source])).toBe(450 - built);
  });
});
