import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { minHeatFor } from "../../engagement/temperature/score.ts";
import { stages } from "../../lifecycle/stages.ts";

describe("the order of listLeads", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLeads(lintel, "north");
    const now = lintel.clock.now();
    const day = (number: number) => new Date(now.getTime() - number * 86_400_000);
    // Every value twice and in no order, so that ties show.
    for (const at of [3, 0, 5, 7, 1, 4, 6, 2, 6, 4, 2, 0, 7, 5, 3, 1]) {
      await brokerage.makeLead({
        created_at: day(at),
        last_contact: day(8 - at),
        stage: stages[(at * 3) % 8] as string,
        response_due_at: day(at),
        response_stopped_at: at === 0 ? now : null,
        heat: at === 0 ? null : minHeatFor(((at * 37) % 90) + 5, now),
      });
    }
  });
  afterAll(() => lintel.close());

  type Item = {
    id: number;
    created_at: string;
    last_contact: string;
    stage: string;
    sla: { remaining_seconds: number | null };
    temperature: { score: number };
  };
  const list = async (query: string): Promise<Item[]> =>
    (await lintel.call(`${LEADS}?page_size=100${query}`, { key: brokerage.broker })).body.items;

  const shownBy: Record<string, (item: Item) => number> = {
    created_at: (item) => Date.parse(item.created_at),
    last_contact: (item) => Date.parse(item.last_contact),
    temperature: (item) => item.temperature.score,
    response_due: (item) => item.sla.remaining_seconds ?? Number.MAX_SAFE_INTEGER,
    stage: (item) => (stages as readonly string[]).indexOf(item.stage),
  };

  it.each(Object.keys(shownBy))(
    "sort=%s goes up by what is shown, ties by id; with - exactly back",
    async (name) => {
      const value = shownBy[name] as (item: Item) => number;
      const items = await list(`&sort=${name}`);
      expect(items).toHaveLength(16);
      expect(items).toEqual(items.toSorted((one, other) => value(one) - value(other) || one.id - other.id));
      expect(new Set(items.map(value)).size).toBe(8);
      expect(await list(`&sort=-${name}`)).toEqual(items.toReversed());
    },
  );

  it("is the newest first where nothing is said", async () => {
    expect(await list("")).toEqual(await list("&sort=-created_at"));
  });

  it.each(Object.keys(shownBy))("holds across pages by %s", async (name) => {
    const whole = (await list(`&sort=-${name}`)).map(({ id }) => id);
    const pages: number[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await lintel.call(`${LEADS}?sort=-${name}&page_size=5&page=${page}`, {
        key: brokerage.broker,
      });
      pages.push(...body.items.map(({ id }: Item) => id));
    }
    expect(pages).toEqual(whole);
  });
});
