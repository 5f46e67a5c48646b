import { expect, inject, it } from "vitest";
import { proveRoles } from "./roles.ts";

const template = inject("template");

it.skipIf(!("url" in template))(
  "an API process leaves the jobs to workers, which may be replaced (npm run prove roles: 200)",
  async () => {
    const url = "url" in template ? template.url : "";
    expect(await proveRoles(6, url)).toMatch(
      /^6 forms .* one notice each, through 2 replacements of 2 workers/,
    );
  },
  180_000,
);
