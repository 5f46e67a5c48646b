import { expect, inject, it } from "vitest";
import { proveFirstHour } from "./first-hour.ts";

const template = inject("template");

it("a newcomer gets to an own brokerage with listings, a lead and a drip mail, without a dead end", async () => {
  const serverUrl = "url" in template ? template.url : undefined;
  const report = await proveFirstHour({ clone: false, embedded: !serverUrl, serverUrl });
  const databases = [...report.matchAll(/^(\w+): \d+ steps without a dead end/gm)].map(([, name]) => name);
  expect(databases).toEqual([serverUrl ? "PostgreSQL" : "embedded"]);
}, 900_000);
