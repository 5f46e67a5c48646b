import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { slices } from "../src/slices.ts";

const operations = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
const [, section = ""] = operations.split("### Read replicas");
const [table = ""] = section.split("Everything else is read on the primary");
const flagged = slices.flatMap(({ routes }) => routes.filter(({ reads }) => reads === "replica"));

describe("routes that are read on a replica", () => {
  it("are those that docs/operations.md names", () => {
    const named = [...table.matchAll(/`(\/api\/[^`]+)`/g)].map(([, path]) => path);
    expect(flagged.map(({ path }) => path).sort()).toEqual(named.sort());
  });

  it.each(flagged.map((route) => [route.operationId, route] as const))(
    "%s changes nothing, has no ETag and is in no cache",
    (_, route) => {
      const { method, permission, version, tagged, sameForAll, changesOnGet, precondition } = route;
      expect(method).toBe("GET");
      // Replies to the public may be kept by caches and pages.
      expect(permission).not.toBe("public");
      expect([version, tagged, sameForAll, changesOnGet, precondition]).toEqual(Array(5).fill(undefined));
    },
  );
});
