import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { answers } from "./answer-queries.ts";
import { barPlot } from "./bar-plot.ts";
import type { Row } from "./measure-rounds.ts";
import { answerTables, type Results } from "./results-tables.ts";
import { withBlock } from "./write-results.ts";

it("replaces the marked block of the README alone", async () => {
  const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  const once = withBlock(readme, "new figures");
  expect(once).toContain("\nnew figures\n");
  expect(withBlock(once, "newer figures")).toBe(once.replace("new figures", "newer figures"));
  expect(once.startsWith(readme.slice(0, readme.indexOf("<!--")))).toBe(true);
  expect(() => withBlock("# a text without marks", "figures")).toThrow("Cannot update README.md");
});

it("draws longer bars for larger values, on one scale for all panels", () => {
  const bar = (label: string, value: number) => ({ label, value, color: "#000" });
  const plot = barPlot("A & B", "ms", [
    { title: "one", bars: [bar("a", 1), bar("b", 10)] },
    { title: "two", bars: [bar("c", 10), bar("d", 100)] },
  ]);
  const widths = [...plot.matchAll(/<rect x="\d+" y="\d+" width="([\d.]+)"/g)].map((match) =>
    Number(match[1]),
  );
  expect(widths).toHaveLength(4);
  expect(widths[0]).toBeLessThan(widths[1]!);
  expect(widths[1]).toBe(widths[2]);
  expect(widths[2]).toBeLessThan(widths[3]!);
  expect(plot).toContain("A &amp; B");
});

it("tables of answers have the servers that were measured, and no ceiling", () => {
  const slot = { requests: 100, seconds: 1, p50: 1, p95: 2, p99: 3, bytes: 0, serverMs: 10, databaseMs: 5 };
  const rowOf = (name: string, measured: readonly (typeof answers)[number][]): Row => ({
    ...{ name, searches: "new", isCeiling: false },
    slots: new Map(measured.map((answer) => [answer, [slot]])),
  });
  const results: Results = {
    rows: [],
    answerRows: [rowOf("Lintel", answers), rowOf("A peer", answers.slice(0, -1))],
    matches: new Map(answers.map((answer) => [answer, 7])),
    options: { listings: 1, seconds: 1, rounds: 1, connections: 1 },
    environment: { node: "", postgres: "", cores: 1, loadBefore: 0, day: "" },
  };
  const tables = answerTables(results);
  expect(tables.match(/^\| Lintel .*/gm)).toHaveLength(answers.length);
  expect(tables.match(/^\| A peer .*/gm)).toHaveLength(answers.length - 1);
  expect(tables).toContain("**near misses: no peer has them (median 7)**");
  expect(tables).toMatch(/\| p50 ms \| p95 ms \| p99 ms \|/);
  expect(tables).not.toContain("ceiling");
});
