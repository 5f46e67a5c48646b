import { Writable } from "node:stream";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/harness/test-database.ts";
import { redacted } from "./log.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await sql`create table people (email text unique)`.execute(database.db);
});
afterAll(() => database.close());

const lines: string[] = [];
const stream = new Writable({
  write(line, _encoding, done) {
    lines.push(String(line));
    done();
  },
});

it.each([
  ["a unique index", () => sql`insert into people values (${"ada@visitors.test"}), (${"ada@visitors.test"})`],
  ["a JSON parameter", () => sql`select ${'{"email": "ada@visitors.test", "name": "\\ud83d"}'}::jsonb`],
])("a logged error of the database does not quote the values of %s", async (_what, statement) => {
  const log = pino({ redact: [...redacted] }, stream);
  const error = await statement()
    .execute(database.db)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(JSON.stringify(error)).toContain("ada@visitors.test");
  log.error({ err: error }, "request failed");
  expect(lines.at(-1)).toContain("request failed");
  expect(lines.at(-1)).not.toContain("ada@");
});
