import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { createApp } from "../../app.ts";
import { createServices } from "../../services.ts";
import { slices } from "../../slices.ts";
import type { Context } from "../context.ts";
import { HttpDrain } from "./http-drain.ts";
import { route } from "./route.ts";

/** Ends when a test lets it. */
let slow = Promise.withResolvers<object>();
let began = Promise.withResolvers<void>();
const routes = [
  ...slices.flatMap((slice) => slice.routes),
  route({
    method: "GET",
    path: "/slow",
    operationId: "getSlow",
    summary: "Ends when a test lets it",
    tag: "System",
    permission: "public",
    response: Type.Object({}),
    run() {
      began.resolve();
      return slow.promise;
    },
  }),
  ...[true as const, undefined].map((endsAtStop) =>
    route({
      method: "GET",
      path: endsAtStop ? "/batches" : "/short",
      operationId: endsAtStop ? "getBatches" : "getShort",
      summary: "Ends when a test lets it, or when its signal is aborted",
      tag: "System",
      permission: "public",
      response: Type.Object({ endedEarly: Type.Boolean() }),
      ...(endsAtStop && { endsAtStop }),
      async run({ signal }: Context) {
        began.resolve();
        const aborted = once(signal, "abort").then(() => true);
        return { endedEarly: await Promise.race([aborted, slow.promise.then(() => false)]) };
      },
    }),
  ),
];

describe("a server that is asked to stop", () => {
  let lintel: TestApp;
  let app: FastifyInstance;
  let drain: HttpDrain;
  let draining: AbortController;
  let stopping: AbortController;
  let agents: Agent[];
  let port: number;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    slow = Promise.withResolvers();
    began = Promise.withResolvers();
    draining = new AbortController();
    stopping = new AbortController();
    const { config, secrets, log, clock } = lintel.services;
    const signals = { draining: draining.signal, stopping: stopping.signal };
    const parts = { config, secrets, log, clock, database: lintel.database, ...signals };
    app = await createApp(createServices(parts), routes);
    drain = new HttpDrain(app.server);
    await app.listen({ host: "127.0.0.1", port: 0 });
    port = (app.server.address() as AddressInfo).port;
    agents = Array.from({ length: 10 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  });
  afterEach(async () => {
    for (const agent of agents) agent.destroy();
    await app.close();
  });

  const ask = (agent: Agent, path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined; reused: boolean }>(
      (resolve, reject) => {
        const request = get({ agent, host: "127.0.0.1", port, path }, (reply: IncomingMessage) => {
          const { statusCode: status, headers } = reply;
          reply
            .resume()
            .once("end", () =>
              resolve({ status, connection: headers.connection, reused: request.reusedSocket }),
            );
        });
        request.once("error", reject);
      },
    );

  it("answers what comes on connections that were open, closes each with its reply, and fails its health check", async () => {
    for (const agent of agents) {
      expect(await ask(agent, "/openapi.json")).toEqual({
        status: 200,
        connection: "keep-alive",
        reused: false,
      });
    }
    draining.abort();
    const drained = drain.run({ delayMs: 0, endLongWork: () => {} });
    // One after the other, within the time in which callers are told.
    const replies = agents.map(async (agent, at) => {
      await delay(at * 60);
      return ask(agent, at === 0 ? "/health" : "/openapi.json");
    });
    const [health, ...others] = await Promise.all(replies);
    expect(health).toEqual({ status: 503, connection: "close", reused: true });
    for (const reply of others) expect(reply).toEqual({ status: 200, connection: "close", reused: true });
    await drained;
    await drain.close(app);
    await expect(ask(agents[0] as Agent, "/openapi.json")).rejects.toThrow("ECONNREFUSED");
  });

  it("finishes a request that is under way, once everything long has been asked to end", async () => {
    const underWay = ask(agents[0] as Agent, "/slow");
    await began.promise;
    draining.abort();
    const drained = drain.run({ delayMs: 0, endLongWork: () => slow.resolve({}) });
    expect(await underWay).toMatchObject({ status: 200, connection: "close" });
    await drained;
    await drain.close(app);
  });

  it.each([
    ["ends a request that works in batches", "/batches", true],
    ["waits for any other request, whose work goes on", "/short", false],
  ])("%s", async (_what, path, endedEarly) => {
    const underWay = fetch(`http://127.0.0.1:${port}${path}`).then((reply) => reply.json());
    await began.promise;
    draining.abort();
    const drained = drain.run({ delayMs: 0, endLongWork: () => stopping.abort() });
    await once(stopping.signal, "abort");
    if (!endedEarly) slow.resolve({});
    expect(await underWay).toEqual({ endedEarly });
    await drained;
    await drain.close(app);
  });
});
