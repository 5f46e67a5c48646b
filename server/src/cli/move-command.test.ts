import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";

const KEY = "an-admin-key-of-a-test-of-moving-databases";
const SOON = { timeout: 200_000, interval: 200 };
const template = inject("template");

// The embedded database is moved into a real PostgreSQL.
describe.skipIf(!("url" in template))("lintel move", { timeout: 300_000 }, () => {
  const databases: string[] = [];
  let folder: string;
  let environment: Record<string, string>;
  let address: string;
  let lead: number;
  let before: string[];

  const administer = async (text: string) => {
    const client = new pg.Client({ connectionString: (template as { url: string }).url });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  const newDatabase = async () => {
    const name = `lintel_move_${process.pid}_${databases.length}`;
    databases.push(name);
    await administer(`create database ${name} template template0`);
    const url = new URL((template as { url: string }).url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const query = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return (await client.query(text).finally(() => client.end())).rows;
  };
  const call = async (path: string, body?: object, method = body ? "POST" : "GET") => {
    const reply = await fetch(`${address}${path}`, {
      method,
      headers: { "x-api-key": KEY, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`);
    return text;
  };
  /** Path and reply of what a move must not change. Response clocks and temperatures change with time. */
  const replies = async () => {
    const listing = JSON.parse(await call("/api/properties?page_size=1")).items[0].listing_id;
    const paths = [
      "/api/properties?page_size=100&sort_by=list_price",
      "/api/properties?city=Boise&min_beds=3&page_size=100",
      "/api/properties/cities/list",
      `/api/properties/${listing}`,
      `/api/properties/${listing}/nearby`,
      "/api/search/autocomplete?q=meri",
      "/api/v1/admin/leads?page_size=100",
      "/api/v1/admin/leads/board",
      `/api/v1/admin/leads/${lead}`,
      `/api/v1/admin/leads/${lead}/transitions`,
      `/api/v1/admin/leads/${lead}/messages`,
      `/api/v1/admin/leads/${lead}/drips`,
      "/api/v1/admin/drips",
      "/api/admin/agents?brokerage_id=1",
      "/api/admin/sources",
      "/api/admin/audit-log?page_size=100",
    ];
    const withTime = /"(sla|temperature)":\{[^{}]*\}|"sla_remaining_seconds":-?\d+|"generated_at":"[^"]*"/g;
    return Promise.all(paths.map(async (path) => `${path}: ${(await call(path)).replaceAll(withTime, "")}`));
  };
  /** Where replies differ from those before the move. */
  const differences = async () =>
    (await replies()).flatMap((reply, index) => {
      const old = before[index] as string;
      const at = [...reply].findIndex((letter, place) => letter !== old[place]);
      return reply === old
        ? []
        : `${reply.slice(0, 60)}…${old.slice(at - 60, at + 60)} -> ${reply.slice(at - 60, at + 60)}`;
    });
  const mailsWith = async (subject: string) => {
    const outbox = join(environment.DATA_DIR as string, "outbox");
    const names = (await readdir(outbox)).filter((name) => name.endsWith(".eml"));
    const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
    return texts.filter((text) => text.includes(`Subject: ${subject}`)).length;
  };
  let server: ReturnType<typeof lintel> | null = null;
  const serve = async (settings: Record<string, string>) => {
    server = lintel(["serve"], { ...environment, ...settings });
    await server.waitForOutput("/redoc");
  };
  const stop = async () => {
    server?.child.kill("SIGTERM");
    await server?.exit;
    server = null;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-move-"));
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    environment = {
      ...{
        DATA_DIR: join(folder, "data"),
        INIT_CWD: folder,
        PORT: String(port),
        BOOTSTRAP_ADMIN_KEY: KEY,
        RATE_LIMITS: "off",
      },
    };
    await serve({});
    // No lead is overdue while the test runs.
    const clocks = { response_target_seconds: 86_400, reminder_after_seconds: 86_400 };
    const overdue = {
      broker_alert_after_seconds: 90_000,
      reassign_after_seconds: 90_000,
      final_escalation_after_seconds: 90_000,
    };
    await call("/api/admin/brokerages/1/lead-settings", { ...clocks, ...overdue }, "PUT");
    // Nor has the demo letters to send.
    const { items: sequences } = JSON.parse(await call("/api/v1/admin/drips?brokerage_id=1"));
    for (const { id } of sequences) await call(`/api/v1/admin/drips/${id}`, { active: false }, "PUT");
    const steps = [
      { delay_days: 1, subject_template: "A waiting drip", body_template: "Hello {{first_name}}" },
    ];
    await call("/api/v1/admin/drips", { brokerage_id: 1, name: "Waiting", trigger_state: "NEW", steps });
    await call("/api/contact", {
      ...{ firstName: "Ada", lastName: "L'Étoile\t\\N", email: "ada@visitors.test" },
      ...{ subject: "Two\nlines", message: 'A tab\t, a backslash \\, "quotes", \\N and a 🏠' },
    });
    lead = JSON.parse(await call("/api/v1/admin/leads?sort=-created_at&page_size=1")).items[0].id;
    // Its mail has left, so that the ledger does not change any more.
    await vi.waitFor(async () => {
      const { items } = JSON.parse(await call(`/api/v1/admin/leads/${lead}/messages`));
      expect(items.length).toBeGreaterThan(0);
      expect(items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(items.map(() => "sent"));
    }, SOON);
    before = await replies();
    const running = await lintel(["move", "--to", await newDatabase()], environment).exit;
    expect([running.status, running.stderr]).toEqual([
      1,
      `Lintel is running on ${environment.DATA_DIR} (process ${(server as ReturnType<typeof lintel> | null)?.child.pid}). Stop it, then run lintel move again: what it writes meanwhile would be lost.\n`,
    ]);
    await stop();
  }, 300_000);
  afterEach(stop);
  afterAll(async () => {
    for (const name of databases) await administer(`drop database ${name} with (force)`);
    await removeFolder(folder);
  });

  it("refuses an address that is none, a database that does not answer, one that is not empty, and an empty data folder", async () => {
    const filled = await newDatabase();
    await query(filled, "create table kept (id int)");
    const attempt = async (to: string, settings = {}) => {
      const { status, stdout, stderr } = await lintel(["move", "--to", to], { ...environment, ...settings })
        .exit;
      return [status, stdout, stderr];
    };
    expect(await attempt("mysql://x")).toEqual([
      ...[1, "", "--to must be an address that starts with postgres:// or postgresql://.\n"],
    ]);
    expect(await attempt("postgres://127.0.0.1:1/none")).toEqual([
      ...[1, "", "The database of --to cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n"],
    ]);
    expect(await attempt(filled)).toEqual([
      1,
      "",
      "The database of --to is not empty: it has kept. Create a new one (createdb lintel), and name that.\n",
    ]);
    const none = join(folder, "none");
    expect(await attempt(filled, { DATA_DIR: none })).toEqual([
      ...[1, "", `There is no embedded database in DATA_DIR (${none}).\n`],
    ]);
  });

  /** Lets the new database run a trigger on each copied row of a table, as no migration does. */
  const addTrigger = async (url: string, table: string, body: string) => {
    const schema = `extra_${table}`;
    await query(
      url,
      `create schema ${schema};
      create function ${schema}.on_row() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
      create function ${schema}.on_ddl() returns event_trigger language plpgsql as $$
        begin create or replace trigger extra before insert on ${table} for each row execute function ${schema}.on_row(); end $$;
      create event trigger ${schema} on ddl_command_end when tag in ('ALTER TABLE') execute function ${schema}.on_ddl();`
        // The first ALTER TABLE of a migration finds no such table.
        .replace(
          "begin create or",
          `begin if to_regclass('${table}') is null then return; end if; create or`,
        ),
    );
  };
  const tablesOf = (url: string) => query(url, "select 1 from pg_tables where schemaname = 'public'");
  const UNCHANGED = "Nothing is stored in the database of --to; the embedded database is as it was.\n";

  it.each([
    [
      "a failure in mid-copy",
      { lead_events: "raise exception 'the disk is full';" },
      /^Cannot move the database: the disk is full\. /m,
    ],
    [
      "a row that differs, and a missing row,",
      { drip_steps: "if new.position = 1 then return null; end if;", lead_events: "new.note := new.id;" },
      /^The copy differs:\n( {2}\w+: .*\n)* {2}drip_steps: \d+ rows, \d+ in the copy\n( {2}\w+: .*\n)* {2}lead_events: \d+ rows, with other values\n/m,
    ],
  ])("after %s leaves nothing in the new database, and says what it was", async (_case, triggers, text) => {
    const target = await newDatabase();
    for (const [table, body] of Object.entries(triggers)) await addTrigger(target, table, body);
    const { status, stderr } = await lintel(["move", "--to", target], environment).exit;
    expect(stderr).toMatch(text);
    expect([status, stderr.endsWith(UNCHANGED)]).toEqual([1, true]);
    expect(await tablesOf(target)).toEqual([]);
  });

  it("when it is interrupted leaves nothing in the new database", async () => {
    const target = await newDatabase();
    await addTrigger(target, "listing_photos", "if new.id % 2000 = 0 then perform pg_sleep(0.2); end if;");
    const moving = lintel(["move", "--to", target], environment);
    const copying = `select 1 from pg_stat_activity where datname = current_database() and query ilike 'copy listing_photos%'`;
    await vi.waitFor(async () => expect(await query(target, copying)).toHaveLength(1), SOON);
    moving.child.kill("SIGINT");
    const { status, stdout } = await moving.exit;
    expect([status, stdout]).toEqual([
      130,
      "Interrupted. Nothing is stored in the database of --to; run lintel move again.\n",
    ]);
    expect(await tablesOf(target)).toEqual([]);
  });

  it("copies everything: the server on PostgreSQL answers the same bytes, and a waiting drip is sent once", async () => {
    const target = await newDatabase();
    const { status, stdout, stderr } = await lintel(["move", "--to", target], environment).exit;
    expect([status, stderr.includes("Checking")]).toEqual([0, true]);
    expect(stdout).toMatch(/^Moved \d+ tables with \d\d,\d{3} rows in/);
    expect(stdout).toContain("(umask 077; echo; cat 'data/postgres.env') >> .env");
    const settings = parseEnv(await readFile(join(folder, "data", "postgres.env"), "utf8")) as Record<
      string,
      string
    >;
    expect(settings.DATABASE_URL).toBe(target);

    await serve(settings);
    expect(await differences()).toEqual([]);
    expect(await mailsWith("A waiting drip")).toBe(0);
    // New rows continue after the moved ones.
    await call("/api/contact", {
      ...{
        firstName: "Bob",
        lastName: "Two",
        email: "bob@visitors.test",
        subject: "Hello",
        message: "Hello",
      },
    });
    const { items } = JSON.parse(await call("/api/v1/admin/leads?sort=-created_at&page_size=1"));
    expect(items[0].id).toBeGreaterThan(lead);

    await query(
      target,
      `update drip_enrollments set next_send_at = now() - interval '1 minute' where lead_id = ${lead} and status = 'active'`,
    );
    const sweep = async () => {
      expect((await lintel(["sweep"], { ...environment, ...settings }).exit).status).toBe(0);
    };
    await sweep();
    await vi.waitFor(async () => expect(await mailsWith("A waiting drip")).toBe(1), SOON);
    await sweep();
    const { enrollments } = JSON.parse(await call(`/api/v1/admin/leads/${lead}/drips`));
    expect(enrollments).toMatchObject([{ status: "completed" }]);
    expect(await mailsWith("A waiting drip")).toBe(1);
    await stop();
  });

  it("changes nothing in the embedded database, which answers as before", async () => {
    await serve({});
    expect(await differences()).toEqual([]);
    await stop();
  });
});
