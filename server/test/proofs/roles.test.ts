import { expect, inject, it } from "vitest";
import { proveRoles } from "./roles.ts";

const template = inject("template");

it.skipIf(!("url" in template))(
  "an API process leaves the jobs to workers, which may be replaced (npm run prove roles: 200)",
  async () => {
    const url = "url" in template ? template.url : "";
    expect(await proveRoles(8, url)).toMatch(/^8 forms .* one notice each/);
  },
  180_000,
);
