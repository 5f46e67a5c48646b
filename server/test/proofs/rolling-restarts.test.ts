import { expect, inject, it } from "vitest";
import { proveRestarts } from "./rolling-restarts.ts";

const template = inject("template");

it.skipIf(!("url" in template))(
  "rolling restarts behind a proxy that does not retry lose no request (npm run prove rolling-restarts: 10,000)",
  async () => {
    const url = "url" in template ? template.url : "";
    expect(await proveRestarts(400, url)).toMatch(
      /: 0 lost; \d+ contact forms acknowledged, each stored once/,
    );
  },
  300_000,
);
