import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { barPlot } from "./bar-plot.ts";
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
