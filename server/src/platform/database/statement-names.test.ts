import { describe, expect, it } from "vitest";
import { StatementNames } from "./statement-names.ts";

const nameOf = (names: StatementNames, text: string, values: unknown[] = [1]) => {
  for (let sent = 0; sent < 3; sent++) names.nameFor(text, values);
  return names.nameFor(text, values);
};

describe("StatementNames", () => {
  it("names a text from its third time on, always the same", () => {
    const names = new StatementNames();
    const sent = Array.from({ length: 4 }, () => names.nameFor("select $1::int", [1]));
    expect(sent).toEqual([undefined, undefined, sent[3], "s1"]);
    expect(nameOf(names, "select $1::text")).toBe("s2");
  });

  it.each([
    "select * from leads where id = $1",
    "delete from leads where id = $1 returning *",
    "select leads.* from leads",
  ])("does not name %j, whose columns change with a migration", (text) =>
    expect(nameOf(new StatementNames(), text)).toBeUndefined(),
  );

  it("names a statement that counts or multiplies", () => {
    expect(nameOf(new StatementNames(), "select count(*), $1 * 2 from leads")).toBe("s1");
  });

  it("leaves a long array to a plan of its own", () => {
    const names = new StatementNames();
    const text = "select id from leads where id = any($1)";
    expect(nameOf(names, text, [[1, 2]])).toBe("s1");
    expect(names.nameFor(text, [Array(101).fill(1)])).toBeUndefined();
    expect(names.nameFor(text, [[1]])).toBe("s1");
  });

  it("names a bounded number, and forgets texts that do not return", () => {
    const names = new StatementNames();
    for (let nth = 0; nth < 5000; nth++) names.nameFor(`select ${nth}`, [1]);
    const given = new Set(Array.from({ length: 300 }, (_, nth) => nameOf(names, `select $1 + ${nth}`)));
    expect(given.size).toBe(251);
  });
});
