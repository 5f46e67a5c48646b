import { expect, test } from "vitest";
import { demoHomes, demoRecords } from "./demo-homes.ts";
import type { Home, JudgedQuery } from "./home.ts";
import { kingCountySales } from "./king-county-homes.ts";
import { demoQueries, kingCountyQueries } from "./queries.ts";

const corpora: [string, Home[], JudgedQuery[]][] = [
  ["the demo", demoHomes(demoRecords("2026-06-15")), demoQueries],
  ["King County", kingCountySales().map(({ home }) => home), kingCountyQueries],
];

test.each(corpora)(
  "every query over %s has five good answers, and its best are a quarter at most",
  (_, homes, queries) => {
    const unfit = queries.filter(({ judge }) => {
      const grades = homes.map(judge);
      const best = grades.filter((grade) => grade === 3).length;
      const good = grades.filter((grade) => grade >= 2).length;
      return good < 5 || best === 0 || best > homes.length / 4;
    });
    expect(unfit.map(({ query }) => query)).toEqual([]);
  },
);

test.each(corpora)("of each subject over %s, half is held out", (_, _homes, queries) => {
  for (const subject of new Set(queries.map((query) => query.subject))) {
    const own = queries.filter((query) => query.subject === subject);
    expect(own.filter(({ split }) => split === "held-out").length, subject).toBe(own.length / 2);
  }
});

test("there are 120 queries over the demo and 40 over King County, none twice", () => {
  expect(demoQueries.length).toBe(120);
  expect(kingCountyQueries.length).toBe(40);
  const queries = [...demoQueries, ...kingCountyQueries].map(({ query }) => query.toLowerCase());
  expect(new Set(queries).size).toBe(160);
});
