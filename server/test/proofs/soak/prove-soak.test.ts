import { expect, inject, it } from "vitest";
import { soak } from "./prove-soak.ts";

const template = inject("template");

it.skipIf(!("url" in template))(
  "everything that visitors, clients and staff do at once fails nowhere, and each form has one mail (npm run prove soak: half an hour, with memory and event loop)",
  async () => {
    const serverUrl = "url" in template ? template.url : "";
    const { report } = await soak(serverUrl, { seconds: 6, aSecond: 30, isLarge: false, clients: 3 });
    expect(report).toMatch(
      /: 180 requests, 0 errors; [1-9]\d* forms and registrations acknowledged, one notice each/,
    );
  },
  300_000,
);
