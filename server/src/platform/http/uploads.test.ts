import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { formOf } from "../../../test/harness/form.ts";
import { picture } from "../../../test/harness/pictures.ts";
import { sendBytes } from "../../../test/harness/send-bytes.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const PATH = "/api/upload/agent-photo";

describe("a route that takes a file", () => {
  let lintel: TestApp;
  let agent: number;
  let key: string;
  let file: Blob;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ id: agent } = await lintel.createAgent((await lintel.createTenant("acme")).id));
    key = await lintel.createKey("admin");
    await lintel.app.listen({ port: 0, host: "127.0.0.1" });
    file = new Blob([new Uint8Array(await picture(10, 10).png().toBuffer())]);
  });
  afterAll(() => lintel.close());

  const send = (body: Buffer | string, contentType: string) =>
    lintel.call(PATH, { method: "POST", key, headers: { "content-type": contentType }, body });
  const part = (name: string, value: string, more = "") =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const malformed = [400, { detail: "Malformed form: send one file, and fields of text" }];

  it("takes the fields before the file or after it", async () => {
    for (const fields of [
      { agent_id: agent, file },
      { file, agent_id: agent },
      { unknown: "x", file, agent_id: agent },
    ]) {
      const { headers, body } = await formOf(fields);
      expect((await send(body, headers["content-type"])).status).toBe(200);
    }
  });

  it("takes a form from curl over a real connection", async () => {
    const form = new FormData();
    form.append("agent_id", String(agent));
    form.append("file", file, "me.png");
    const address = lintel.app.listeningOrigin;
    const reply = await fetch(address + PATH, { method: "POST", headers: { "x-api-key": key }, body: form });
    expect([reply.status, await reply.json()]).toMatchObject([200, { success: true }]);
  });

  it("refuses a file that is too large while it still arrives", async () => {
    const form = new FormData();
    form.append("agent_id", String(agent));
    form.append("file", new Blob([new Uint8Array(20 * 1_048_576)]), "large.jpg");
    const address = lintel.app.listeningOrigin;
    const reply = await fetch(address + PATH, { method: "POST", headers: { "x-api-key": key }, body: form });
    expect([reply.status, await reply.json()]).toEqual([413, { detail: "The file is too large" }]);
  });

  it("refuses who has no credentials before reading a byte of the file", async () => {
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n`;
    const reply = await sendBytes(lintel.app, head);
    expect(reply).toMatch(/^HTTP\/1\.1 401 /);
  });

  it.each([
    ["no boundary", "", "multipart/form-data"],
    ["an empty body", "", "multipart/form-data; boundary=x"],
    ["no form at all", "hello", "multipart/form-data; boundary=x"],
    ["a form without an end", part("agent_id", "1"), "multipart/form-data; boundary=x"],
    [
      "a file without an end",
      `${part("file", "abc", '; filename="a.jpg"').slice(0, -4)}`,
      "multipart/form-data; boundary=x",
    ],
    ["another boundary", `${part("agent_id", "1")}--x--\r\n`, "multipart/form-data; boundary=y"],
  ])("answers %s with 400 or 422, and goes on serving", async (_what, body, type) => {
    const reply = await send(body, type);
    expect([400, 422]).toContain(reply.status);
    expect((await lintel.call("/health")).status).toBe(200);
  });

  it("refuses a second file, a field too many and a name out of JavaScript's own", async () => {
    const type = "multipart/form-data; boundary=x";
    const files = part("file", "a", '; filename="a"') + part("file", "b", '; filename="b"');
    const fields = Array.from({ length: 12 }, (_, i) => part(`f${i}`, "x")).join("");
    for (const parts of [files, fields, part("__proto__", "x"), part("constructor", "x", '; filename="c"')]) {
      const reply = await send(`${parts}--x--\r\n`, type);
      expect([reply.status, reply.body]).toEqual(malformed);
    }
    const json = `--x\r\nContent-Disposition: form-data; name="agent_id"\r\nContent-Type: application/json\r\n\r\n{\r\n--x--\r\n`;
    const reply = await send(json, type);
    expect([reply.status, reply.body]).toEqual(malformed);
  });

  it("hangs up on a form that trickles in", async () => {
    const { port } = new URL(lintel.app.listeningOrigin);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const connection = connect(Number(port), "127.0.0.1");
      const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n`;
      connection.write(head + part("agent_id", String(agent)));
      let open = true;
      const answer = text(connection).finally(() => {
        open = false;
      });
      while (open) {
        await new Promise((resolve) => setImmediate(resolve));
        vi.advanceTimersByTime(1000);
      }
      expect(await answer).toBe("");
    } finally {
      vi.useRealTimers();
    }
  });

  it("survives a caller who leaves in the middle", async () => {
    const { port } = new URL(lintel.app.listeningOrigin);
    const connection = connect(Number(port), "127.0.0.1");
    connection.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n` +
        part("file", "a".repeat(50_000), '; filename="a.jpg"').slice(0, 40_000),
    );
    connection.end();
    await text(connection);
    expect((await lintel.call("/health")).status).toBe(200);
  });
});
