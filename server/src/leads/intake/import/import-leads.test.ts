import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../../test/harness/brokerage-fixture.ts";
import { removeFolder } from "../../../../test/harness/remove-folder.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { importLeads } from "./import-leads.ts";

const HEADER = "email,first_name,last_name,status,created_at";

/** Refused rows and repeated files are in import-leads.rejects.test.ts and import-leads.repeated.test.ts. */
describe("importLeads", () => {
  let lintel: TestApp;
  let folder: string;
  let brokerage: BrokerageFixture & { slug: string };
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    folder = await mkdtemp(join(tmpdir(), "lintel-leads-"));
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

  it("makes a lead of every row, with all that the row says", async () => {
    const { id: agentId } = await lintel.createAgent(brokerage.id, { email: "Bea@Office.test", name: "Bea" });
    const report = await load([
      "email,first_name,last_name,phone,subject,message,status,notes,agent_email,created_at,source",
      'ada@visitors.test, Ada ,Lovelace,208-555-0100,CMA please,"Two\nlines, ""quoted""",qualified,VIP,bea@office.test,2024-03-01T09:30:00-07:00,Zillow',
    ]);
    expect(report).toMatchObject({
      brokerage: brokerage.slug,
      read: 1,
      created: 1,
      unchanged: 0,
      rejected: 0,
      rejectsFile: null,
      unknownAgents: [],
      interrupted: false,
    });
    expect(await leads()).toMatchObject([
      {
        brokerage_id: brokerage.id,
        source: "import",
        source_domain: "Zillow",
        source_page: null,
        first_name: "Ada",
        last_name: "Lovelace",
        email: "ada@visitors.test",
        phone: "208-555-0100",
        subject: "CMA please",
        message: 'Two\nlines, "quoted"',
        notes: "VIP",
        pipeline_type: "seller",
        stage: "QUALIFIED",
        stage_entered_at: "2024-03-01T16:30:00.000Z",
        status: "qualified",
        seller_status: "preparing",
        buyer_status: null,
        assigned_agent: { id: agentId, name: "Bea" },
        created_at: "2024-03-01T16:30:00.000Z",
        last_contact: "2024-03-01T16:30:00.000Z",
        updated_at: lintel.clock.now().toISOString(),
        temperature: { score: 0, band: "cold" },
        follow_up: null,
        suspect: [],
      },
    ]);
  });

  it("gives each one timeline row, backfilled, at the time it was received", async () => {
    await load([HEADER, "ada@visitors.test,Ada,,showing,2024-03-01"]);
    const [lead] = await leads();
    expect(await timeline(lead.id)).toMatchObject([
      {
        event_type: "legacy_import",
        from_stage: null,
        to_stage: "QUALIFIED",
        occurred_at: "2024-03-01T00:00:00.000Z",
        actor_entered_at: lintel.clock.now().toISOString(),
        actor: { type: "system", name: "system" },
        payload: { backfilled: true, status: "showing" },
      },
    ]);
    expect(lead.available_transitions).toEqual(["buyer_agreement_signed"]);
  });

  it.each([
    ["new", "NEW", "new", "lead"],
    ["contacted", "CONTACTING", "contacted", "lead"],
    ["Qualified", "QUALIFIED", "qualified", "searching"],
    ["SHOWING", "QUALIFIED", "qualified", "searching"],
    ["offer", "QUALIFIED", "qualified", "searching"],
    ["converted", "CLOSED", "converted", "closed"],
    ["lost", "ARCHIVED", "lost", null],
    ["", "NEW", "new", "lead"],
  ])("puts the status %j into %s, with its legacy fields and no clock that runs", async (...row) => {
    const [status, stage, legacy, buyer] = row;
    await load([HEADER, `ada@visitors.test,Ada,Lovelace,${status},2024-03-01`]);
    expect(await leads()).toMatchObject([
      {
        stage,
        status: legacy,
        buyer_status: buyer,
        sla: { target_seconds: null, remaining_seconds: null, breached_at: null },
      },
    ]);
  });

  it("needs no more than an email and a name: the rest is blank, received now", async () => {
    await load(["Last Name,E-Mail".replace("E-Mail", "EMAIL"), "Lovelace,ada@visitors.test"]);
    expect(await leads()).toMatchObject([
      {
        first_name: "",
        last_name: "Lovelace",
        phone: null,
        subject: "",
        message: "",
        notes: null,
        source_domain: null,
        pipeline_type: "buyer",
        stage: "NEW",
        assigned_agent: null,
        created_at: lintel.clock.now().toISOString(),
      },
    ]);
  });

  it("is another lead in another brokerage, and beside one that came by the website", async () => {
    const other = await openBrokerage(lintel, `other-${++made}`);
    const rows = [HEADER, "ada@visitors.test,Ada,Lovelace,new,2024-03-01"];
    await lintel.call("/api/contact", {
      method: "POST",
      host: brokerage.host,
      body: {
        firstName: "Ada",
        lastName: "Lovelace",
        email: "ada@visitors.test",
        subject: "Hi",
        message: "Hi",
      },
    });
    expect(await load(rows)).toMatchObject({ created: 1 });
    expect(await load(rows, other.host.replace(".test", ""))).toMatchObject({ created: 1 });
    expect((await leads()).map(({ source }) => source)).toEqual(["import", "contact_form"]);
  });

  it("leaves a lead unassigned when its agent is not assignable, and reports the agent", async () => {
    const other = await openBrokerage(lintel, `other-${++made}`);
    await lintel.createAgent(other.id, { email: "theirs@office.test" });
    await lintel.createAgent(brokerage.id, { email: "gone@office.test", disabled_at: lintel.clock.now() });
    await lintel.createAgent(brokerage.id, { email: "idle@office.test", status: "inactive" });
    const emails = [
      "theirs@office.test",
      "gone@office.test",
      "Idle@office.test",
      "idle@office.test",
      "who?",
      "",
    ];
    const report = await load([
      "email,last_name,agent_email",
      ...emails.map((email, at) => `v${at}@visitors.test,Visitor,${email}`),
    ]);
    expect(report).toMatchObject({
      created: 6,
      unknownAgents: ["theirs@office.test", "gone@office.test", "idle@office.test", "who?"],
    });
    expect((await leads()).map(({ assigned_agent_id }) => assigned_agent_id)).toEqual(Array(6).fill(null));
  });

  it("tells the audit log of the brokerage what was imported, once, and nothing when nothing was", async () => {
    const rows = [HEADER, "ada@visitors.test,Ada,Lovelace,new,", "no email,,,,"];
    const audited = async () =>
      (
        await lintel.call("/api/admin/audit-log?target_type=lead_file", { key: brokerage.broker })
      ).body.items.map(({ action, after }: { action: string; after: object }) => [action, after]);
    await load(rows);
    await load(rows);
    expect(await audited()).toEqual([["import", { read: 2, created: 1, unchanged: 0, rejected: 1 }]]);
  });

  it("lands in batches, tells of each, and loses none of several thousand", async () => {
    const file = join(folder, "many.csv.gz");
    const rows = Array.from({ length: 3000 }, (_, n) => `v${n}@visitors.test,V${n},,contacted,2024-03-01`);
    await writeFile(file, gzipSync([HEADER, ...rows].join("\r\n")));
    const seen: number[] = [];
    const report = await importLeads(lintel.ctx, { file, brokerage: brokerage.slug }, ({ read }) =>
      seen.push(read),
    );
    expect(seen).toEqual([500, 1000, 1500, 2000, 2500, 3000]);
    expect(report).toMatchObject({ created: 3000, rejected: 0 });
    const { db } = lintel.database;
    const rowless = await db
      .selectFrom("leads")
      .leftJoin("lead_events", "lead_events.lead_id", "leads.id")
      .where("leads.brokerage_id", "=", brokerage.id)
      .select(({ fn }) => [
        fn.count("leads.id").distinct().as("leads"),
        fn.count("lead_events.id").as("events"),
      ])
      .executeTakeFirstOrThrow();
    expect([Number(rowless.leads), Number(rowless.events)]).toEqual([3000, 3000]);
  });

  it("refuses a brokerage that there is not, or is disabled", async () => {
    await expect(load([HEADER], "nowhere")).rejects.toThrow("Brokerage not found");
    await lintel.call(`/api/admin/brokerages/${brokerage.id}`, {
      method: "DELETE",
      key: await lintel.createKey("admin"),
    });
    await expect(load([HEADER])).rejects.toThrow("Brokerage not found");
  });

  it("leaves no rejects file behind when nothing is rejected any more", async () => {
    const { file } = await load([HEADER, "nonsense,,,,"]);
    expect(await readFile(`${file}.rejects.csv`, "utf8")).toContain("nonsense");
    await writeFile(file, `${HEADER}\nada@visitors.test,Ada,,,`);
    await importLeads(lintel.ctx, { file, brokerage: brokerage.slug }, () => {});
    await expect(readFile(`${file}.rejects.csv`)).rejects.toThrow("ENOENT");
  });
});
