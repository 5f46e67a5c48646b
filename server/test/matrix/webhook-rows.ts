import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

const WEBHOOKS = "/api/admin/webhooks";
const missing = { foreign: { all: { status: 404, detail: "Webhook not found" } } };

/** A path of a fresh webhook of the home brokerage. */
const ofWebhook = (rest: string, body?: (world: World) => object): Row => ({
  request: async (world) => ({
    path: `${WEBHOOKS}/${await world.makeWebhook()}${rest}`,
    body: body?.(world),
  }),
  ...missing,
});

export const webhookRows: Record<string, Row> = {
  createWebhook: {
    request: async (world) => {
      await world.deleteWebhooks();
      return {
        path: WEBHOOKS,
        body: { url: "https://93.184.216.34/", events: ["lead.created"], brokerage_id: world.home.id },
      };
    },
    foreign: { all: { status: 404, detail: "Brokerage not found" } },
  },
  listWebhooks: {
    request: async (world) => {
      await world.makeWebhook();
      return { path: WEBHOOKS };
    },
  },
  getWebhook: ofWebhook(""),
  updateWebhook: ofWebhook("", (world) => ({ url: `https://93.184.216.34/${world.name()}` })),
  deleteWebhook: ofWebhook(""),
  rotateWebhookSecret: ofWebhook("/rotate-secret"),
  listWebhookDeliveries: {
    request: async (world) => ({
      path: `${WEBHOOKS}/${(await world.makeWebhookDelivery()).webhook}/deliveries`,
    }),
    ...missing,
  },
  replayWebhookDelivery: {
    request: async (world) => {
      const { webhook, delivery } = await world.makeWebhookDelivery();
      return { path: `${WEBHOOKS}/${webhook}/deliveries/${delivery}/replay` };
    },
    ...missing,
  },
};
