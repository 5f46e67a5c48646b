import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrationProblems } from "../../scripts/lint-migrations/migration-problems.ts";
import { removeFolder } from "./harness/remove-folder.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/lint-migrations/lint-migrations.ts", import.meta.url));

describe("migrations that the previous version does not tolerate", () => {
  it.each([
    ["alter table leads drop column notes", "drops a column"],
    ["alter table leads add column a text, drop column notes", "drops a column"],
    ["drop table leads", "drops a table"],
    ["drop function words_of_lead(text)", "drops a function"],
    ["alter table leads rename column notes to remarks", "renames a column"],
    ["alter table leads rename to people", "renames a table"],
    ["alter table leads alter column phone type varchar(20)", "changes a column's type"],
    ["alter table leads alter phone set not null", "forbids nulls in a column"],
    [
      "alter table leads alter phone drop not null",
      "allows nulls in a column, which the previous version reads",
    ],
    ["alter table leads alter stage drop default", "drops a column's default"],
    [
      "alter table leads add column score integer not null",
      "adds a column without nulls and without a default",
    ],
    ["alter table leads add constraint named check (first_name <> '')", "adds a check"],
    ["alter table leads add foreign key (agent_id) references agents", "adds a foreign key"],
    ["alter table leads add column score integer check (score > 0)", "adds a check"],
    ["alter table leads add column code text unique", "adds a unique constraint"],
    ["alter table leads add column team_id integer references teams", "adds a foreign key"],
    ["alter type stage rename value 'new' to 'fresh'", "renames a value of a type"],
    ["alter table leads set schema archive", "moves to another schema"],
    ["drop domain email", "drops a domain"],
    [
      "drop index leads_email",
      "drops an index, which may be unique: ON CONFLICT of the previous version needs it",
    ],
    [
      "alter table leads drop constraint leads_email_key",
      "drops a constraint, which may be unique: ON CONFLICT of the previous version needs it",
    ],
    ["truncate leads", "empties a table"],
    ["do $$ begin execute 'drop table leads'; end $$", "has a do block, which this check cannot read"],
  ])("%s", async (statement, what) => {
    const text = `-- A reason of the field.\n\n${statement};\n`;
    expect(await migrationProblems(text)).toEqual([{ line: 3, kind: "contract", what }]);
    expect(await migrationProblems(text.replace(/\n\n/, "\n-- contract: unused since 0.2.0\n"))).toEqual([]);
    expect(await migrationProblems(text.replace(/\n\n/, "\n-- contract: because\n"))).toHaveLength(1);
  });

  it("are those that lock a table for long, without a word about it", async () => {
    expect(await migrationProblems("create index a on leads (email);")).toMatchObject([{ kind: "locks" }]);
    expect(await migrationProblems("create unique index a on leads (email);")).toMatchObject([
      { kind: "locks" },
      { kind: "contract", what: "adds a unique index" },
    ]);
    expect(await migrationProblems("update leads set notes = null;")).toMatchObject([{ kind: "rows" }]);
    expect(await migrationProblems("delete from leads;")).toMatchObject([{ kind: "rows" }]);
    expect(
      await migrationProblems("-- rows: one for each brokerage\nupdate leads set notes = null;"),
    ).toEqual([]);
  });

  it.each([
    "alter table leads add column key uuid not null default gen_random_uuid()",
    "alter table leads add column seen timestamptz default clock_timestamp() + interval '1 day'",
    "alter table leads add column row bigserial",
    "alter table leads add column row bigint generated always as identity",
    "alter table leads add column name text generated always as (lower(first_name)) stored",
  ])("rewrite a table: %s", async (statement) => {
    expect(await migrationProblems(`${statement};`)).toMatchObject([{ kind: "locks" }]);
    expect(await migrationProblems(`-- locks: a second at a million leads\n${statement};`)).toEqual([]);
  });

  it.each([
    "with gone as (delete from leads returning id) select id from gone",
    "with changed as (update leads set stage = 'new' returning id) insert into log select id from changed",
    "merge into leads using people on people.id = leads.id when matched then delete",
  ])("change rows: %s", async (statement) => {
    expect(await migrationProblems(`${statement};`)).toMatchObject([{ kind: "rows" }]);
  });

  it("do not become free by creating a table that may be there", async () => {
    const text = "create table if not exists leads ();\nalter table leads drop column notes;";
    expect(await migrationProblems(text)).toMatchObject([{ line: 2, what: "drops a column" }]);
  });

  it("have their reason at the statement itself, not at the one before", async () => {
    const text =
      "-- contract: unused since 0.2.0\nalter table leads drop column a;\nalter table leads drop column é;\n  drop table b;";
    expect((await migrationProblems(text)).map(({ line }) => line)).toEqual([3, 4]);
  });

  it("are none that add: tables with all that belongs to them, columns, functions, triggers", async () => {
    const text = `
      create table scores (id integer primary key, lead_id integer not null references leads, score integer);
      create unique index scores_lead on scores (lead_id);
      insert into scores (id, lead_id) select id, id from leads;
      update scores set score = 1;
      alter table scores alter score set not null, drop column id;
      alter table leads add column seen_at timestamptz, add column kind text not null default 'buyer';
      alter table leads add column tags jsonb not null default '{}'::jsonb, add column at timestamptz not null default now();
      alter table leads add column day date default current_date, add column scores integer[] default array[1, 2];
      alter table leads drop constraint leads_stage_check;
      create function f() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger t after insert on leads for each row execute function f();
      drop trigger t on leads;`;
    expect(await migrationProblems(text)).toEqual([]);
  });
});

describe("npm run lint", () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "lintel-migration-rules-"));
    await mkdir(join(root, "server/migrations"), { recursive: true });
    await mkdir(join(root, "server/test/upgrades"), { recursive: true });
    const dumps = [{ file: "a.sql.zst", migration: "0002-kept", reference: "v1" }];
    await writeFile(join(root, "server/test/upgrades/dumps.json"), JSON.stringify(dumps));
    for (const name of ["0001-first", "0002-kept", "0003-next"])
      await writeFile(join(root, `server/migrations/${name}.sql`), "drop table leads;\n");
  });
  afterAll(() => removeFolder(root));

  const lint = (...args: string[]) => spawnSync(process.execPath, [SCRIPT, ...args], { encoding: "utf8" });

  it("reads the migrations that are newer than the last kept dump", () => {
    const { status, stderr } = lint(`--root=${root}`);
    expect([status, stderr.split(" Leave")[0]]).toEqual([
      1,
      "server/migrations/0003-next.sql:1 drops a table.",
    ]);
  });

  it("names the place of what is no SQL", async () => {
    const path = join(root, "server/migrations/0004-wrong.sql");
    await writeFile(path, "-- é\nselect 1;\nselct 2;\n");
    const { status, stderr } = lint(`--root=${root}`);
    await rm(path);
    expect([status, stderr.split("\n").at(-2)]).toEqual([
      1,
      'server/migrations/0004-wrong.sql:3 is no SQL: syntax error at or near "selct".',
    ]);
  });

  it("finds nothing in those of this repository", () => {
    const { status, stderr } = lint();
    expect([status, stderr]).toEqual([0, ""]);
  });
});
