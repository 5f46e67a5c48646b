import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { Reply } from "./test-app.ts";

/** What a receiver of webhooks got in one request. */
export type Received = {
  id: string;
  /** As it came over the wire. */
  text: string;
  body: Reply["body"];
  headers: IncomingHttpHeaders;
  /** `performance.now()` of this process. */
  at: number;
};

/** A server on loopback that webhooks are sent to. */
export type WebhookReceiver = {
  url: string;
  /** In the order in which they came. */
  received: Received[];
  /** How it answers: a status, or what it does; 204 by default. */
  answer: (received: Received) => number | ((response: ServerResponse) => void);
  /** Requests that have not been answered, and the most there ever were at a time. */
  open: number;
  maxOpen: number;
  close(): Promise<void>;
};

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    receiver.maxOpen = Math.max(receiver.maxOpen, ++receiver.open);
    response.once("close", () => receiver.open--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { headers } = request;
    const id = String(headers["webhook-id"]);
    const received = { id, text, body: JSON.parse(text), headers, at: performance.now() };
    receiver.received.push(received);
    const answer = receiver.answer(received);
    if (typeof answer === "function") answer(response);
    else response.writeHead(answer).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: () => 204,
    open: 0,
    maxOpen: 0,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return receiver;
}

/**
 * Has the reference library verify it, as at that time.
 *
 * @throws WebhookVerificationError
 */
export function verify({ text, headers }: Received, secret: string, at = new Date()): unknown {
  const usual = Date.now;
  // The library asks the machine, and a test has a clock of its own.
  Date.now = () => at.getTime();
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>);
  } finally {
    Date.now = usual;
  }
}
