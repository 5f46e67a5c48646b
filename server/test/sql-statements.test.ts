import { describe, expect, it } from "vitest";
import { faultsOfSqlFile, sqlTexts } from "./sql-statements.ts";

const fitting = `import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

type Row = { id: number };

/** A piece of it. */
export function firstOf(limit: number): RawBuilder<unknown> {
  return sql\`limit \${limit}\`;
}

/**
 * Those that wait.
 *
 * Index: messages_due. Expected: at most 100 rows.
 */
export async function waitingRows(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>\`select id from messages \${firstOf(100)}\`.execute(db);
  return rows;
}
`;

describe("a *.sql.ts", () => {
  const faults = (text: string, name = "waiting-rows.sql.ts") => faultsOfSqlFile(name, text);

  it("is one statement, its types and pieces of its SQL", () => {
    expect(faults(fitting)).toEqual([]);
  });

  it.each([
    ["two statements", fitting.replace("return rows;", "await sql`analyze`.execute(db);\n  return rows;")],
    ["no statement", fitting.replace(".execute(db)", "")],
    [
      "a statement of another file as well",
      `import { other } from "./other.sql.ts";\n${fitting.replace("return rows", "await other(db);\n  return rows")}`,
    ],
    ["a second function", `${fitting}\nexport function more(db: Db): void {\n  db;\n}\n`],
    ["a context", fitting.replace("db: Db", "{ db }: Context")],
    ["a context beside the database", fitting.replace("type Row", "type Needs = TenantContext;\ntype Row")],
    ["a transaction", fitting.replace("const {", "const tx = db.transaction();\n  const {")],
    ["a rule", fitting.replace("return rows;", "if (rows.length === 0) throw new Error();\n  return rows;")],
    ["no index", fitting.replace("Index: messages_due. ", "")],
    ["no expected size", fitting.replace("Expected: at most 100 rows.", "")],
    ["no comment", fitting.replace(/\/\*\*\n[\s\S]*?\*\/\n/, "")],
  ])("has not %s", (_, text) => {
    expect(text).not.toBe(fitting);
    expect(faults(text)).not.toEqual([]);
  });

  it("is named after its function", () => {
    expect(faults(fitting, "due-rows.sql.ts")).not.toEqual([]);
  });
});

describe("sqlTexts", () => {
  it("counts the lines of SQL between other templates, type arguments and nested SQL", () => {
    const text = `if (a < b && c > d) f(\`

\`);
const one = sql<{
  id: number;
}>\`select
\${sql\`1,
2\`}
\`;
const two = sql\`3\`;`;
    expect(sqlTexts(text)).toEqual([
      { line: 6, lines: 4 },
      { line: 10, lines: 1 },
    ]);
  });
});
