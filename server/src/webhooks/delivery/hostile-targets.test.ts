import { once } from "node:events";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testSecrets } from "../../../test/harness/test-secrets.ts";
import {
  openWebhookDeliveries,
  type WebhookDeliveryFixture,
} from "../../../test/harness/webhook-delivery-fixture.ts";
import { seal } from "../../platform/crypto/seal.ts";
import { Outbound } from "../../platform/outbound/outbound.ts";
import { outboundFailures } from "../../platform/outbound/outbound-error.ts";

const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
/** The one address that OUTBOUND_ALLOW names here; the server that must hear nothing is on 127.0.0.1. */
const ALLOWED = "127.0.0.9";

const { unsafe_address, bad_address, plain_http, unreachable, timeout, too_large } = outboundFailures;

/** Hosts of addresses that were never safe, as they would be stored without a check; PORT is the private server's. */
const unsafe = [
  "127.0.0.1:PORT",
  "127.1:PORT",
  "2130706433:PORT",
  "0x7f000001:PORT",
  "0177.0.0.1:PORT",
  "127.0.0.1.:PORT",
  "[::1]:PORT",
  "[::ffff:127.0.0.1]:PORT",
  "[::ffff:7f00:1]:PORT",
  "[::127.0.0.1]:PORT",
  "[64:ff9b::7f00:1]:PORT",
  "[2002:7f00:1::]:PORT",
  "0.0.0.0:PORT",
  "[::]:PORT",
  "127.0.0.2:PORT",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "168.63.129.16",
  "192.0.0.192",
  "100.100.100.200",
  "224.0.0.1",
  "255.255.255.255",
  "198.18.0.1",
];

/** What names resolve to when a delivery is made; what was public when the webhook was made may be anything by now. */
const names: Record<string, string[] | null> = {
  "loopback.test": ["127.0.0.1"],
  "loopback6.test": ["::1"],
  "mapped.test": ["::ffff:127.0.0.1"],
  "this.test": ["0.0.0.0"],
  "ten.test": ["10.1.2.3"],
  "lan.test": ["192.168.0.10"],
  "metadata.test": ["169.254.169.254"],
  "unique-local.test": ["fc00::1"],
  "both.test": ["93.184.216.34", "127.0.0.1"],
  "both6.test": ["::1", "2606:4700::1111"],
  "nat64.test": ["64:ff9b::7f00:1"],
  "multicast.test": ["224.0.0.251"],
  "hidden-among-many.test": [...Array.from({ length: 8 }, (_, nth) => `8.8.8.${nth + 1}`), "172.31.0.1"],
};

describe("deliveries to hostile targets", () => {
  let fixture: WebhookDeliveryFixture;
  let outbound: Outbound;
  let heard = 0;
  const rebound = new Map<string, number>();
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const privateServer = createServer((socket) => {
    heard++;
    socket.destroy();
  });
  const repeat = (response: ServerResponse, write: () => void) => {
    const timer = setInterval(write, 20);
    timers.add(timer);
    response.once("close", () => clearInterval(timer));
  };
  const misbehave: Record<string, (response: ServerResponse) => void> = {
    "/endless": (response) => repeat(response, () => response.write(Buffer.alloc(100_000))),
    "/promises": (response) => response.writeHead(200, { "content-length": 10_000_000_000 }).write("x"),
    "/large": (response) => response.end(Buffer.alloc(300_000)),
    "/slow-body": (response) => repeat(response, () => response.write("x")),
    "/silent": () => {},
    "/stalls": (response) => response.write("a beginning"),
    "/huge-header": (response) =>
      response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}\r\n\r\n`),
    "/many-headers": (response) =>
      response.socket?.write(`HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(20_000)}\r\n`),
    "/slow-headers": (response) => {
      response.socket?.write("HTTP/1.1 200 OK\r\n");
      repeat(response, () => response.socket?.write("x: y\r\n"));
    },
    "/garbage": (response) => response.socket?.end("this is not HTTP\r\n\r\n"),
    "/cut": (response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("half", () => response.socket?.destroy());
    },
    "/endless-hints": (response) =>
      repeat(response, () => response.socket?.write("HTTP/1.1 103 Early Hints\r\n\r\n")),
  };
  const server = createHttpServer((request, response) => {
    const [path = "", to] = (request.url ?? "").split("?");
    if (to !== undefined)
      response.writeHead(Number(path.slice(1)), { location: decodeURIComponent(to) }).end();
    else misbehave[path]?.(response);
  });
  let privatePort = 0;
  let base = "";

  beforeAll(async () => {
    await once(privateServer.listen(0, "127.0.0.1"), "listening");
    await once(server.listen(0, ALLOWED), "listening");
    server.on("connection", (socket) => sockets.add(socket));
    privatePort = (privateServer.address() as AddressInfo).port;
    base = `http://${ALLOWED}:${(server.address() as AddressInfo).port}`;
    fixture = await openWebhookDeliveries();
    outbound = new Outbound({
      allow: [ALLOWED],
      timeouts: { deadlineMs: 4000, connectMs: 500, idleMs: 500 },
      async resolve(host) {
        if (host === "never.test") return new Promise(() => {});
        const lookups = (rebound.get(host) ?? 0) + 1;
        rebound.set(host, lookups);
        // A check of the first answer and a connection to the second would reach the private server.
        if (host === "rebinding.test") return lookups === 1 ? [ALLOWED] : ["127.0.0.1"];
        const found = names[host];
        if (!found) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
        return found;
      },
    });
  });
  afterAll(async () => {
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    await outbound.close();
    await fixture.close();
    server.close();
    privateServer.close();
  });

  it("refuses or survives 60 of them, and not a byte reaches a private server", async () => {
    const named = (host: string) => `https://${host}:${privatePort}/hook`;
    const redirect = (status: number, to: string) => `${base}/${status}?${encodeURIComponent(to)}`;
    const expected: [string, string][] = [
      ...unsafe.map((host): [string, string] => [
        `http://${host.replace("PORT", String(privatePort))}/hook`,
        unsafe_address,
      ]),
      ...Object.keys(names).map((host): [string, string] => [named(host), unsafe_address]),
      [`http://rebinding.test:${privatePort}/hook`, unreachable],
      [named("nowhere.test"), unreachable],
      [named("never.test"), timeout],
      [`http://93.184.216.34:${privatePort}/`, plain_http],
      [`https://user:pass@127.0.0.1:${privatePort}/`, bad_address],
      ["https://93.184.216.34:22/", bad_address],
      ["file:///etc/passwd", bad_address],
      [redirect(302, `http://127.0.0.1:${privatePort}/`), "it answered 302: redirects are not followed"],
      [redirect(307, `http://127.0.0.1:${privatePort}/`), "it answered 307: redirects are not followed"],
      [redirect(308, "http://169.254.169.254/"), "it answered 308: redirects are not followed"],
      [redirect(301, "/endless"), "it answered 301: redirects are not followed"],
      [`${base}/endless`, too_large],
      [`${base}/promises`, too_large],
      [`${base}/large`, too_large],
      ...["/slow-body", "/silent", "/stalls", "/slow-headers", "/endless-hints"].map(
        (path): [string, string] => [base + path, timeout],
      ),
      ...["/huge-header", "/many-headers", "/garbage", "/cut"].map((path): [string, string] => [
        base + path,
        unreachable,
      ]),
    ];
    expect(expected.length).toBeGreaterThanOrEqual(60);
    const sealed_secret = await seal(testSecrets.encryptionKey, SECRET);
    const now = fixture.lintel.clock.now();
    const made = await fixture.lintel.database.db
      .insertInto("webhook_endpoints")
      .values(
        expected.map(([url]) => ({
          url,
          events: ["indexing.completed"],
          sealed_secret,
          created_by: "test",
          created_at: now,
          updated_at: now,
        })),
      )
      .returning("id")
      .execute();
    await fixture.announce({ event: "indexing.completed", subject: "job:1", brokerageId: null, data: {} });
    await fixture.deliver({ ...fixture.lintel.ctx, outbound });

    const seen: [string, string | null | undefined][] = [];
    for (const [at, { id }] of made.entries()) {
      const [row] = await fixture.deliveries(id);
      expect(row).toMatchObject({ status: "pending", attempts: 1 });
      seen.push([expected[at]?.[0] as string, row?.attempt_log[0]?.failure]);
    }
    expect(seen).toEqual(expected);
    expect(heard).toBe(0);
    expect(rebound.get("rebinding.test")).toBe(1);
  });
});
