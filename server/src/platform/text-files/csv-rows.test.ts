import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvRow, csvRows } from "./csv-rows.ts";

/** The rows of a text that arrives in chunks of `size` characters. */
async function rowsOf(text: string, size = text.length || 1): Promise<CsvRow[]> {
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
  const rows: CsvRow[] = [];
  for await (const some of csvRows(
    (async function* () {
      yield* chunks;
    })(),
  )) {
    rows.push(...some);
  }
  return rows;
}

const broken = "The row's quotes are broken";
const open = "A quote is opened and never closed";

describe("csvRows", () => {
  it("gives back what was written, however it is quoted and cut into chunks", async () => {
    const field = fc.record({
      value: fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "é", "🏠") }),
      quoted: fc.boolean(),
    });
    const row = fc.array(field, { minLength: 3, maxLength: 3 });
    const newline = fc.constantFrom("\n", "\r\n");
    await fc.assert(
      fc.asyncProperty(
        fc.array(row),
        newline,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (rows, end, size, last) => {
          const lines = rows.map((fields) => fields.map(write).join(","));
          const text = `h,h,h${end}${lines.join(end)}${last ? end : ""}`;
          const read = (await rowsOf(text, size)).slice(1);
          expect(read.map((each) => ("fields" in each ? each.fields : each))).toEqual(
            rows.map((fields) => fields.map(({ value }) => value)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it("takes the delimiter from the header line: comma, semicolon, tab or bar", async () => {
    for (const delimiter of [",", ";", "\t", "|"]) {
      const row = (...cells: string[]) =>
        cells.map((value) => write({ value, quoted: true })).join(delimiter);
      const rows = await rowsOf(`${row("a", "b", "c")}\n${row("1", `2${delimiter}2`, "x,y;z|")}`);
      expect([delimiter, rows.map((row) => ("fields" in row ? row.fields : row))]).toEqual([
        delimiter,
        [
          ["a", "b", "c"],
          ["1", `2${delimiter}2`, "x,y;z|"],
        ],
      ]);
    }
    const quoted = await rowsOf('"a;b;c;d",e,f\n1,2,3');
    expect(quoted.map((row) => ("fields" in row ? row.fields.length : row))).toEqual([3, 3]);
  });

  it("rejects a row of another width than the header, with its text", async () => {
    for (const size of [1, 1000]) {
      const rows = await rowsOf('a,b\n1,2,3\r\n4,5\n"6\n6"\n7,8', size);
      expect(rows.slice(1)).toEqual([
        { line: 2, reason: "The row has 3 columns, the header 2", text: "1,2,3" },
        { line: 3, fields: ["4", "5"] },
        { line: 4, reason: "The row's quotes are broken", text: '"6' },
        { line: 5, reason: expect.stringMatching(/quote/), text: '6"' },
        { line: 6, fields: ["7", "8"] },
      ]);
    }
  });

  it("rejects a row with a stray quote and nothing else, with the line it starts on", async () => {
    for (const stray of ['b,Bo"ise', 'b,"Bo"ise', 'b,x"', 'b,"x""', '"b"x"y"z,1', 'b"c"d"e,1']) {
      const text = `h,h\na,1\n${stray}\nc,"2\n3"\nd,"4"\n`;
      for (const size of [1, 3, 1000]) {
        expect([stray, await rowsOf(text, size)]).toEqual([
          stray,
          [
            { line: 1, fields: ["h", "h"], headerText: "h,h" },
            { line: 2, fields: ["a", "1"] },
            { line: 3, reason: expect.stringMatching(/quote/), text: stray },
            { line: 4, fields: ["c", "2\n3"] },
            { line: 6, fields: ["d", "4"] },
          ],
        ]);
      }
    }
  });

  it("rejects the row whose quote never closes, and reads on with the line behind it", async () => {
    const rest = Array.from({ length: 50_000 }, (_, at) => `row ${at},${"x".repeat(40)}`);
    for (const count of [0, 3, rest.length]) {
      const rows = await rowsOf(['a,"1', ...rest.slice(0, count)].join("\n"), 65_536);
      expect(rows[0]).toEqual({ line: 1, reason: open, text: 'a,"1' });
      expect(rows).toHaveLength(count + 1);
      if (count > 0)
        expect(rows.at(-1)).toMatchObject({
          line: count + 1,
          fields: [`row ${count - 1}`, expect.any(String)],
        });
    }
  });

  it("rejects a line of more than 1 MB, and reads on behind it", async () => {
    for (const size of [65_536, 5_000_000]) {
      const rows = await rowsOf(`a,1\n${"x".repeat(2_000_000)}`, size);
      expect(rows).toHaveLength(2);
    }
    const rows = await rowsOf(`a,1\n${"x".repeat(2_000_000)}\nb,2\n`, 65_536);
    expect(rows.slice(1)).toEqual([
      { line: 2, reason: "The row is longer than 1 MB", text: null },
      { line: 3, fields: ["b", "2"] },
    ]);
  });

  it("skips blank lines but counts them, whichever way lines end", async () => {
    const expected = [
      { line: 1, fields: ["a", "1"], headerText: "a,1" },
      { line: 4, fields: ["b", ""] },
    ];
    for (const end of ["\n", "\r\n"])
      expect(await rowsOf(["a,1", "", " ", "b,", ""].join(end))).toEqual(expected);
  });

  it("reads empty quotes, quotes at the very end and a text without rows", async () => {
    expect(await rowsOf('"",""')).toMatchObject([{ line: 1, fields: ["", ""] }]);
    expect(await rowsOf('a,"""b"""')).toMatchObject([{ line: 1, fields: ["a", '"b"'] }]);
    expect(await rowsOf('a,"b"x')).toEqual([{ line: 1, reason: broken, text: 'a,"b"x' }]);
    for (const nothing of ["", "\n", "\r\n\r\n"]) expect(await rowsOf(nothing)).toEqual([]);
  });
});

function write({ value, quoted }: { value: string; quoted: boolean }): string {
  return quoted || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
