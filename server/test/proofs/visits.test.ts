import { expect, inject, it } from "vitest";
import { chromiumPath } from "../harness/chromium.ts";
import { proveVisits } from "./visits.ts";

// Half a minute, independent of the database: on PostgreSQL only. CI installs Chromium
// (scripts/with-chromium.sh), so it is never skipped there.
const hasChromium = chromiumPath() !== null || process.env.CI !== undefined;
const possible = hasChromium && "url" in inject("template");
if (!hasChromium)
  process.stderr.write("Left out, for want of a Chromium (scripts/with-chromium.sh): visits in a browser\n");

it.skipIf(!possible)(
  "every action of returning visitors arrives and counts once, through breakdowns, closed tabs and crashes (npm run prove visits: 200)",
  async () => {
    const template = inject("template");
    expect(await proveVisits(8, "url" in template ? template.url : "")).toMatch(/ 0 lost, 0 twice$/);
  },
  180_000,
);
