import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { EventSource } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { EVENT_STREAM, encodeComment, encodeEvent, encodeJsonEvent } from "./server-sent-events.ts";

/** What a browser's `EventSource` makes of a stream: each connection gets the next text. */
async function receive(texts: string[], count: number) {
  const lastEventIds: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    lastEventIds.push(request.headers["last-event-id"] as string | undefined);
    response.setHeader("Content-Type", EVENT_STREAM).end(texts.shift() ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const source = new EventSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  closing.push(() => {
    source.close();
    server.closeAllConnections();
    server.close();
  });
  const messages: { type: string; id: string; data: string }[] = [];
  for (const type of ["message", "a.b"]) {
    source.addEventListener(type, (event) => {
      const { lastEventId, data } = event as MessageEvent;
      messages.push({ type, id: lastEventId, data });
    });
  }
  await expect.poll(() => messages.length >= count && texts.length === 0).toBe(true);
  return { messages, lastEventIds };
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe("an encoded event", () => {
  it("arrives as it was sent, line breaks of every kind as line feeds", async () => {
    const data = [
      "one line",
      " leading blank",
      "a\nb\r\nc\rd",
      "\n",
      "",
      ": no comment\ndata: no field",
      "é🏡",
    ];
    const text = data.map((each, id) => encodeEvent({ id, event: "a.b", data: each })).join("");
    const expected = data.map((each) => each.replaceAll(/\r\n|\r/g, "\n"));
    const { messages } = await receive([text], data.length);
    expect(messages.map((message) => message.data)).toEqual(expected);
    expect(messages.map(({ type }) => type)).toEqual(messages.map(() => "a.b"));
  });

  it("is JSON on one line", () => {
    const text = encodeJsonEvent({ id: 7, event: "a.b", data: { text: "x\ny" } });
    expect(text).toBe('id: 7\nevent: a.b\ndata: {"text":"x\\ny"}\n\n');
  });
});

describe("an encoded comment", () => {
  it("is no event, and moves the id that the browser resumes at", async () => {
    const first = encodeComment("a\nb", { id: 41, retryMs: 1 }) + encodeComment("open", { id: 42 });
    const second = encodeEvent({ id: 43, event: "a.b", data: "after" });
    const { messages, lastEventIds } = await receive([first, second], 1);
    expect(messages[0]).toEqual({ type: "a.b", id: "43", data: "after" });
    expect(lastEventIds.slice(0, 2)).toEqual([undefined, "42"]);
  });
});
