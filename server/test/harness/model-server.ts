import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";

export type ModelRequest = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };

/** `body` is sent as JSON, unless it is text. `cut`: the connection ends in the middle of it. */
export type ModelReply = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  afterMs?: number;
  cut?: boolean;
};

/** A server on loopback that speaks as OpenAI does. What it answers can be changed at any time. */
export type ModelServer = {
  /** Ends in /v1. */
  url: string;
  port: number;
  requests: ModelRequest[];
  reply: (request: ModelRequest) => ModelReply | Promise<ModelReply>;
  /** The most requests that were under way at once. */
  most: number;
  close(): Promise<void>;
};

/** `port` 0 is any; another one is where a server was that is to come back. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  let underWay = 0;
  const server = createServer(async (request, response) => {
    model.most = Math.max(model.most, ++underWay);
    response.on("close", () => underWay--);
    const body = JSON.parse((await readText(request)) || "{}") as Record<string, unknown>;
    const received = { path: request.url ?? "", headers: request.headers, body };
    model.requests.push(received);
    await send(await model.reply(received), response);
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const bound = (server.address() as AddressInfo).port;
  const model: ModelServer = {
    url: `http://127.0.0.1:${bound}/v1`,
    port: bound,
    requests: [],
    reply: rightReply,
    most: 0,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return model;
}

async function send({ status = 200, headers, body, afterMs, cut }: ModelReply, response: ServerResponse) {
  if (afterMs) await pause(afterMs);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/html" : "application/json";
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text), ...headers });
  if (!cut) return response.end(text);
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

export const DIMENSIONS = 16;

/** Vectors of words for texts and of colours for pictures; in a chat one sentence, or the labels of what it says. */
export async function rightReply({ path, body }: ModelRequest): Promise<ModelReply> {
  if (path === "/v1/chat/completions") {
    const wantsLabels = JSON.stringify(body.messages).includes("Answer with JSON alone");
    return chatReply(wantsLabels ? KITCHEN_LABELS : "A kitchen with a white island.");
  }
  if (Array.isArray(body.messages)) return { body: listOf([await pictureVector(urlIn(body.messages))]) };
  const inputs = body.input as (string | { image: string })[];
  const vectors = inputs.map((input) =>
    typeof input === "string" ? wordVector(input) : pictureVector(input.image),
  );
  return { body: listOf(await Promise.all(vectors)) };
}

const KITCHEN_LABELS = JSON.stringify({
  labels: [
    { label: "kitchen", confidence: 0.95 },
    { label: "Kitchen island", confidence: 0.9 },
  ],
});

export function chatReply(content: string): ModelReply {
  return { body: { choices: [{ index: 0, message: { role: "assistant", content } }] } };
}

export function listOf(vectors: unknown[]) {
  return { object: "list", data: vectors.map((embedding, index) => ({ index, embedding })) };
}

/** Texts of the same words are the same; of other words they have little in common. Its length is not 1. */
export function wordVector(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0.01);
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
    const at = (hash >>> 0) % DIMENSIONS;
    vector[at] = (vector[at] as number) + 1;
  }
  return vector;
}

async function pictureVector(url: string): Promise<number[]> {
  const bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  const { channels } = await sharp(bytes).stats();
  return Array.from({ length: DIMENSIONS }, (_, at) => channels[at]?.mean ?? 1);
}

function urlIn(messages: { content: { image_url: { url: string } }[] }[]): string {
  return messages[0]?.content[0]?.image_url.url ?? "";
}
