import { EventSource } from "undici";
import { expect } from "vitest";
import { streamedEvents } from "../../src/live-stream/described-stream-events.ts";
import { openEventSource } from "./event-source.ts";
import { cookieOfKey } from "./key-session.ts";

type Received = { id: number; event: string; data: Record<string, unknown> };

/** A browser's `EventSource`, which connects again by itself. */
export type StreamClient = {
  events: Received[];
  /** What the browser would resume at. Moves with comments as well. */
  readonly isOpen: boolean;
  /** How often the stream was opened, and closed or refused. */
  opened: number;
  failed: number;
  names(): string[];
  until(isSo: (events: Received[]) => boolean): Promise<void>;
  close(): void;
};

const PATH = "/api/v1/admin/stream";

/** One browser of each key: a person's oldest of many is signed out. */
const cookies = new Map<string, Promise<string>>();

function cookieOnce(origin: string, key: string): Promise<string> {
  const name = `${origin} ${key}`;
  const cookie = cookies.get(name) ?? cookieOfKey(origin, key);
  cookies.set(name, cookie);
  return cookie;
}

/** Opens a stream, and waits until it is open. `headers`: of each connection; a key signs in first, because a stream needs a cookie. */
export async function openStream(
  origin: string,
  { "x-api-key": key, ...others }: Record<string, string>,
  { query = "" } = {},
): Promise<StreamClient> {
  const headers = key === undefined ? others : { ...others, cookie: await cookieOnce(origin, key) };
  const source = openEventSource(`${origin}${PATH}${query}`, headers);
  const client: StreamClient = {
    events: [],
    opened: 0,
    failed: 0,
    get isOpen() {
      return source.readyState === EventSource.OPEN;
    },
    names: () => client.events.map(({ event }) => event),
    until: (isSo) => expect.poll(() => isSo(client.events), { interval: 20 }).toBe(true),
    close: () => source.close(),
  };
  source.addEventListener("open", () => {
    client.opened++;
  });
  source.addEventListener("error", () => {
    client.failed++;
  });
  for (const name of Object.keys(streamedEvents)) {
    source.addEventListener(name, (message) => {
      const { lastEventId, data } = message as MessageEvent;
      client.events.push({ id: Number(lastEventId), event: name, data: JSON.parse(data) });
    });
  }
  await expect.poll(() => client.opened + client.failed, { interval: 5 }).toBeGreaterThan(0);
  return client;
}
