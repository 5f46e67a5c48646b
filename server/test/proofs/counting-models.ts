import sharp from "sharp";
import {
  DIMENSIONS,
  listOf,
  type ModelReply,
  type ModelRequest,
  type ModelServer,
  rightReply,
  startModelServer,
  wordVector,
} from "../harness/model-server.ts";

const [COLUMNS, ROWS, SQUARE] = [8, 2, 24];
const NUMBER_BITS = 10;
/** Number of distinguishable pictures. */
export const MAX_PICTURES = 2 ** NUMBER_BITS;

/** A picture that encodes its number as black and white squares, readable at every size. */
export function numbered(number: number): Promise<Buffer> {
  const bits = number + checkOf(number) * 2 ** NUMBER_BITS;
  const squares = Array.from({ length: COLUMNS * ROWS }, (_, bit) => {
    const [x, y] = [(bit % COLUMNS) * SQUARE, Math.floor(bit / COLUMNS) * SQUARE];
    return (bits >> bit) & 1
      ? `<rect x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" fill="#fff"/>`
      : "";
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${COLUMNS * SQUARE}" height="${ROWS * SQUARE}">${squares.join("")}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: "#000" }).jpeg({ quality: 95 }).toBuffer();
}

/** One call about one subject: `at` is when it came, `by` the MODEL_SERVER_KEY of the caller. */
export type ModelCall = { what: string; about: string; at: number; by: string };

/** A slow model server that records each call and its subject. */
export class CountingModels {
  readonly server: ModelServer;
  readonly calls: ModelCall[] = [];
  readonly #numbers = new Map<string, Promise<number | null>>();
  #chats = 0;

  private constructor(server: ModelServer) {
    this.server = server;
  }

  /** @param pace duration of an answer, and of each 50th chat: longer than a job may last. */
  static async start(pace: { ms: number; longMs: number }): Promise<CountingModels> {
    const models = new CountingModels(await startModelServer());
    models.server.reply = (request) => models.#reply(request, pace);
    return models;
  }

  /** Counts of calls, by kind and subject. */
  counts(): Map<string, Map<string, number>> {
    const counts = new Map<string, Map<string, number>>();
    for (const { what, about } of this.calls) {
      const times = counts.get(what) ?? new Map<string, number>();
      counts.set(what, times.set(about, (times.get(about) ?? 0) + 1));
    }
    return counts;
  }

  async #reply(request: ModelRequest, { ms, longMs }: { ms: number; longMs: number }): Promise<ModelReply> {
    const at = performance.now();
    const { body, path } = request;
    const by = (request.headers.authorization ?? "").replace("Bearer ", "");
    // The server keeps its requests: thousands of pictures.
    this.server.requests.length = 0;
    const pictures = JSON.stringify(body).match(/data:image[^"]+/g) ?? [];
    const numbers = await Promise.all(pictures.map((url) => this.#numberOf(url)));
    if (path.includes("chat")) {
      const { body: answer } = await rightReply(request);
      this.#note(`${kindOf(JSON.stringify(body))} of a picture`, numbers, { at, by });
      return { body: answer, afterMs: ++this.#chats % 50 === 0 ? longMs : ms };
    }
    if (pictures.length > 0) {
      this.#note("vector of a picture", numbers, { at, by });
      const vectors = numbers.map((number) =>
        Array.from({ length: DIMENSIONS }, (_, n) => 1 + (((number ?? 0) >> n) & 1)),
      );
      return { body: listOf(vectors), afterMs: ms };
    }
    const texts = body.input as string[];
    for (const text of texts) {
      const about = /unit (\d+) by/.exec(text)?.[1];
      if (about !== undefined) this.calls.push({ what: "vector of a document", about, at, by });
    }
    return { body: listOf(texts.map(wordVector)), afterMs: ms };
  }

  #note(what: string, numbers: readonly (number | null)[], call: { at: number; by: string }): void {
    for (const number of numbers)
      if (number !== null) this.calls.push({ what, about: String(number), ...call });
  }

  #numberOf(url: string): Promise<number | null> {
    const known = this.#numbers.get(url) ?? numberIn(url);
    this.#numbers.set(url, known);
    return known;
  }
}

/** Null for other pictures, with which a process probes the model's behaviour. */
async function numberIn(url: string): Promise<number | null> {
  const squares = await sharp(Buffer.from(url.slice(url.indexOf(",") + 1), "base64"))
    .greyscale()
    .resize(COLUMNS, ROWS, { fit: "fill" })
    .raw()
    .toBuffer();
  const bits = squares.reduce((sum, light, bit) => sum + (light > 127 ? 2 ** bit : 0), 0);
  const number = bits % MAX_PICTURES;
  return bits >> NUMBER_BITS === checkOf(number) ? number : null;
}

/** Six bits, never all black. */
function checkOf(number: number): number {
  return ((number * 37) % 61) + 1;
}

/** The three chats about a picture differ in their prompts. */
function kindOf(body: string): string {
  if (!body.includes("Answer with JSON alone")) return "description";
  return /living_room/.test(body) ? "room" : "features";
}
