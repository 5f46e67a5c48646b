import { setTimeout as delay } from "node:timers/promises";
import { STATIC_TOKEN } from "../../../feed-server/src/access.ts";
import { loadKingCounty } from "../../../feed-server/src/king-county.ts";
import { serveFeed } from "../../../feed-server/src/serve-feed.ts";
import { startWebhookReceiver } from "../../../server/test/harness/webhook-receiver.ts";
import type { Schema } from "../../console/app/api.ts";
import type { Demo } from "./demo.ts";

const EVENTS = ["lead.created", "lead.assigned", "lead.stage_changed", "tour.requested"];
const SETTLED_WITHIN_MS = 60_000;

/**
 * Connects the demo to other programs, which a first start does not have: a feed, receivers of webhooks, one of which fails, and a job
 * over photos. Lasts until it is disposed.
 */
export async function fillDemo(demo: Demo): Promise<AsyncDisposable> {
  const mls = await serveFeed();
  await loadKingCounty(mls.market, 250);
  const [crm, broken] = [await startWebhookReceiver(), await startWebhookReceiver()];
  broken.answer = () => (broken.received.length === 2 ? 204 : 500);
  const { id } = await demo.call<Schema<"Feed">>("POST", "/api/admin/feeds", {
    ...{ source: "king-county-mls", base_url: mls.baseUrl },
    auth: { type: "bearer", token: STATIC_TOKEN },
  });
  const brokerage_id = 1;
  for (const url of [crm.url, broken.url])
    await demo.call("POST", "/api/admin/webhooks", { url, events: EVENTS, brokerage_id });
  for (const [firstName, lastName, subject] of [
    ["Harriet", "Lowell", "Is the yard fenced?"],
    ["Emil", "Strand", "A tour on Sunday"],
    ["Ruth", "Carmody", "What is my home worth?"],
  ] as const)
    await demo.call("POST", "/api/contact", {
      ...{ firstName, lastName, subject, message: "Thank you for a short answer." },
      email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    });
  await demo.call("POST", "/api/admin/embeddings/reindex/images?limit=25");
  await until(async () => {
    const { items } = await demo.call<Schema<"FeedRunList">>("GET", `/api/admin/feeds/${id}/runs`);
    return items.some(({ state }) => state === "succeeded") && broken.received.length > 0;
  });
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([mls.close(), crm.close(), broken.close()]);
    },
  };
}

/** What is not ready in time is taken as it is. */
async function until(isReady: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < end && !(await isReady())) await delay(500);
}
