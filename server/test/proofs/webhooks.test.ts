import { expect, inject, it } from "vitest";
import { proveWebhooks } from "./webhooks.ts";

// It starts a server four times, which takes four times as long on the embedded database: on PostgreSQL only.
const template = inject("template");

it.skipIf(!("url" in template))(
  "webhooks that answer get everything once and in order beside one that hangs, and after kill -9 (npm run prove webhooks: 10,000 events)",
  async () => {
    const extent = { events: 300, processes: 1, waitForClaims: false };
    const seen = await proveWebhooks(extent, "url" in template ? template.url : "");
    expect(seen).toMatch(/^300 events to 3 webhooks, .* got each once, in order, every signature verified;/);
    expect(seen).toMatch(/kill -9 during 60 more: none missing, \d+ repeated under the same webhook-id$/);
  },
  600_000,
);
