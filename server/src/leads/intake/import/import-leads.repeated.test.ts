import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../../test/harness/brokerage-fixture.ts";
import { removeFolder } from "../../../../test/harness/remove-folder.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { importLeads } from "./import-leads.ts";

const HEADER = "email,first_name,last_name,status,created_at";

/** A file may be imported again, wholly or in part: it is the same leads. */
describe("importLeads: repeated", () => {
  let lintel: TestApp;
  let folder: string;
  let brokerage: BrokerageFixture & { slug: string };
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    folder = await mkdtemp(join(tmpdir(), "lintel-again-"));
  });
  beforeEach(async () => {
    const slug = `office-${++made}`;
    brokerage = { ...(await openBrokerage(lintel, slug)), slug };
  });
  afterAll(async () => {
    await lintel.close();
    await removeFolder(folder);
  });

  const load = async (lines: string[] | Buffer, slug = brokerage.slug) => {
    const file = join(folder, `leads-${++made}.csv`);
    await writeFile(file, Array.isArray(lines) ? lines.join("\n") : lines);
    const { seconds, ...report } = await importLeads(lintel.ctx, { file, brokerage: slug }, () => {});
    return { ...report, file };
  };
  const leads = async () => {
    const { body } = await lintel.call("/api/v1/admin/leads?sort=created_at&page_size=100", {
      key: brokerage.broker,
    });
    return Promise.all(
      body.items.map(async ({ id }: { id: number }) => {
        const { body } = await lintel.call(`/api/v1/admin/leads/${id}`, { key: brokerage.broker });
        return body;
      }),
    );
  };
  const timeline = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}/transitions`, { key: brokerage.broker })).body.events;

  it("changes nothing when it is run again", async () => {
    const rows = [
      HEADER,
      "ada@visitors.test,Ada,Lovelace,qualified,2024-03-01",
      "grace@visitors.test,Grace,Hopper,new,",
    ];
    expect(await load(rows)).toMatchObject({ created: 2, unchanged: 0 });
    const before = await leads();
    lintel.clock.advance(60_000);
    expect(await load(rows)).toMatchObject({ created: 0, unchanged: 2 });
    expect(await leads()).toEqual(before);
    for (const { id } of before) expect(await timeline(id)).toHaveLength(1);
  });

  it("keeps what became of a lead since, when its row comes again", async () => {
    const rows = [HEADER, "ada@visitors.test,Ada,Lovelace,contacted,2024-03-01"];
    await load(rows);
    const [{ id }] = await leads();
    await lintel.call(`/api/v1/admin/leads/${id}/transitions`, {
      method: "POST",
      key: brokerage.broker,
      body: { event_type: "motivation_confirmed" },
    });
    await load(rows);
    expect(await leads()).toMatchObject([{ id, stage: "QUALIFIED" }]);
  });

  it("distinguishes leads by email, name and time, ignoring case", async () => {
    const report = await load([
      HEADER,
      "ada@visitors.test,Ada,Lovelace,new,2024-03-01",
      "ADA@Visitors.test,ADA,lovelace,lost,2024-03-01T00:00:00Z",
      "ada@visitors.test,Ada,Lovelace,new,2024-04-01",
      "ada@visitors.test,Augusta,Lovelace,new,2024-03-01",
      "ada@visitors.test,Ada,Lovelace,new,",
    ]);
    expect(report).toMatchObject({ read: 5, created: 3, unchanged: 2 });
  });

  it("stops after a batch when it is asked to, and goes on from there", async () => {
    const file = join(folder, "stopped.csv");
    const rows = Array.from({ length: 1200 }, (_, n) => `v${n}@visitors.test,V${n},,new,2024-03-01`);
    await writeFile(file, [HEADER, ...rows].join("\n"));
    const stopping = new AbortController();
    const ctx = { ...lintel.ctx, signal: stopping.signal };
    const input = { file, brokerage: brokerage.slug };
    const first = await importLeads(ctx, input, () => stopping.abort());
    expect(first).toMatchObject({ created: 500, interrupted: true });
    const second = await importLeads(lintel.ctx, input, () => {});
    expect(second).toMatchObject({ created: 700, unchanged: 500, interrupted: false });
  });

  it("of the same file twice at once stores each lead once", async () => {
    const file = join(folder, "twice.csv");
    const rows = Array.from({ length: 700 }, (_, n) => `v${n}@visitors.test,V${n},,new,`);
    await writeFile(file, [HEADER, ...rows].join("\n"));
    const input = { file, brokerage: brokerage.slug };
    const reports = await Promise.all([
      importLeads(lintel.ctx, input, () => {}),
      importLeads(lintel.ctx, input, () => {}),
    ]);
    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(700);
  });
});
