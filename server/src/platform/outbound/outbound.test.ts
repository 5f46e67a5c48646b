import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { selfSigned } from "../../../test/harness/self-signed.ts";
import { startWebServer, type WebServer } from "../../../test/harness/web-server.ts";
import { Outbound, type OutboundRequest } from "./outbound.ts";
import { OutboundError, type OutboundFailure } from "./outbound-error.ts";

const LOOPBACK = { allow: ["127.0.0.1"], timeouts: { deadlineMs: 5_000, connectMs: 500, idleMs: 500 } };

describe("Outbound", () => {
  let web: WebServer;
  beforeAll(async () => {
    web = await startWebServer((request, response) => {
      const [path = "", search = ""] = (request.url ?? "").split("?");
      const answers: Record<string, () => void> = {
        "/hello": () => response.end("hello"),
        "/headers": () => response.end(JSON.stringify(request.headers)),
        "/missing": () => response.writeHead(404).end("gone"),
        "/bytes": () => response.end(Buffer.alloc(Number(search))),
        "/endless": () => {
          const timer = setInterval(() => response.write(Buffer.alloc(1000)), 1);
          response.once("close", () => clearInterval(timer));
        },
        "/silent": () => {},
        "/stalls": () => response.write("a beginning"),
        "/drips": () => {
          const timer = setInterval(() => response.write("x"), 50);
          response.once("close", () => clearInterval(timer));
        },
        "/cut": () => {
          response.writeHead(200, { "content-length": 1000 });
          response.write("half", () => request.socket.destroy());
        },
        "/gzip": () => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("unpacked")),
        "/to": () =>
          response.writeHead(302, { location: decodeURIComponent(search) }).end(Buffer.alloc(100_000)),
        "/loop": () => response.writeHead(307, { location: `/loop?${Number(search) + 1}` }).end(),
        "/garbage": () => void request.socket.end("this is not HTTP\r\n\r\n"),
      };
      (answers[path] ?? answers["/missing"])?.();
    });
  });
  afterAll(() => web.close());

  const made: Outbound[] = [];
  const open = (parts: Partial<ConstructorParameters<typeof Outbound>[0]> = {}) => {
    const outbound = new Outbound({ ...LOOPBACK, ...parts });
    made.push(outbound);
    return outbound;
  };
  afterEach(async () => {
    await Promise.all(made.splice(0).map((outbound) => outbound.close()));
  });

  const get = (outbound: Outbound, url: string, more: Partial<OutboundRequest> = {}) =>
    outbound.send({ url, maxBytes: 1_000_000, ...more });
  const failure = async (work: Promise<unknown>): Promise<OutboundFailure> => {
    const error = await work.then(
      () => new Error("It did not fail"),
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(OutboundError);
    return error.reason;
  };

  it("answers status, headers and body of an allowed address", async () => {
    const reply = await get(open(), `${web.url}/hello`);
    expect([reply.status, reply.body.toString()]).toEqual([200, "hello"]);
    expect((await get(open(), `${web.url}/missing`)).status).toBe(404);
  });

  it("posts a body with its headers", async () => {
    const echo = await startWebServer((request, response) => {
      response.setHeader("x-method", request.method ?? "");
      request.pipe(response);
    });
    const reply = await get(open(), `${echo.url}/`, {
      method: "POST",
      body: '{"a":1}',
      headers: { "content-type": "application/json" },
    });
    expect([reply.headers["x-method"], reply.body.toString()]).toEqual(["POST", '{"a":1}']);
    await echo.close();
  });

  it("says who asks, and asks for nothing packed", async () => {
    const headers = JSON.parse((await get(open(), `${web.url}/headers`)).body.toString());
    expect(headers).toMatchObject({ "accept-encoding": "identity" });
    expect(headers["user-agent"]).toMatch(/^Lintel\//);
  });

  it("hands over packed bodies as they are, so that none grows beyond its limit", async () => {
    const { body } = await get(open(), `${web.url}/gzip`);
    expect(body).toEqual(gzipSync("unpacked"));
  });

  describe("addresses", () => {
    it.each([
      "ftp://127.0.0.1/x",
      "file:///etc/passwd",
      "data:text/plain,x",
      "gopher://127.0.0.1",
      "not an address",
      "",
      "//127.0.0.1/x",
      "https://user:secret@photos.test/1.jpg",
      "https://user@photos.test/1.jpg",
      "https://photos.test:22/",
      "https://photos.test:25/",
      "http://127.0.0.1:1/x",
      "https://",
    ])("refuses %s as no address", async (url) => {
      expect(await failure(get(open(), url))).toBe("bad_address");
    });

    it("refuses loopback in every spelling when it is not allowed", async () => {
      const strict = open({ allow: [] });
      const { port } = web;
      const before = [...web.requests];
      for (const host of [
        "127.0.0.1",
        "127.0.0.1.",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "017700000001",
        "0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::7f00:1]",
        "[64:ff9b::7f00:1]",
        "127.0.0.1%2e",
        "１２７.0.0.1",
        "localhost",
        "LOCALHOST",
      ]) {
        for (const scheme of ["http", "https"]) {
          const url = `${scheme}://${host}:${port}/hello`;
          expect([url, await failure(get(strict, url))]).toEqual([url, "unsafe_address"]);
        }
      }
      expect(web.requests).toEqual(before);
    });

    it("refuses metadata services by address and by name", async () => {
      const named = open({ resolve: async () => ["169.254.169.254"] });
      expect(await failure(get(named, "https://metadata.google.internal/"))).toBe("unsafe_address");
      expect(await failure(get(named, "http://169.254.169.254/latest/meta-data/"))).toBe("unsafe_address");
    });

    it("refuses a name of which one address is private, whichever comes first", async () => {
      for (const addresses of [
        ["93.184.216.34", "10.0.0.1"],
        ["10.0.0.1", "93.184.216.34"],
        ["93.184.216.34", "::1"],
      ]) {
        const outbound = open({ resolve: async () => addresses });
        expect(await failure(get(outbound, "https://two.test/"))).toBe("unsafe_address");
      }
    });

    it("refuses plain http to public addresses, named or literal", async () => {
      const outbound = open({ resolve: async () => ["93.184.216.34"] });
      expect(await failure(get(outbound, "http://photos.test/1.jpg"))).toBe("plain_http");
      expect(await failure(get(outbound, "http://93.184.216.34/1.jpg"))).toBe("plain_http");
    });

    it("says unreachable of names that do not resolve", async () => {
      const none = open({ resolve: async () => [] });
      const failing = open({ resolve: () => Promise.reject(new Error("ENOTFOUND")) });
      expect(await failure(get(none, "https://nowhere.test/"))).toBe("unreachable");
      expect(await failure(get(failing, "https://nowhere.test/"))).toBe("unreachable");
    });

    it("connects to the checked addresses: DNS rebinding has no effect", async () => {
      // First an allowed address, then one that is not: were the name looked up again to connect, it would be the second.
      const answers = [["127.0.0.1"], ["127.0.0.2"]];
      let requested = 0;
      const rebinding = open({ resolve: async () => answers[requested++] ?? ["127.0.0.2"] });
      const reply = await get(rebinding, `http://rebind.test:${web.port}/hello`);
      expect([reply.body.toString(), requested]).toEqual(["hello", 1]);

      // The other way round: the connection goes to the first, and the server on the second hears nothing.
      const before = web.requests.length;
      requested = 0;
      const toServer = open({
        allow: ["127.0.0.3"],
        resolve: async () => (requested++ === 0 ? ["127.0.0.3"] : ["127.0.0.1"]),
        timeouts: { deadlineMs: 400, connectMs: 300, idleMs: 300 },
      });
      const url = `http://rebind.test:${web.port}/hello`;
      expect(["timeout", "unreachable"]).toContain(await failure(get(toServer, url)));
      expect(requested).toBe(1);
      expect(await failure(get(toServer, url))).toBe("unsafe_address");
      expect(web.requests.length).toBe(before);
    });
  });

  describe("https", () => {
    it("talks to a host with a certificate in its name, and to no other", async () => {
      const { cert, key } = selfSigned("photos.test");
      const usual = getCACertificates();
      setDefaultCACertificates([...usual, cert]);
      const server = createServer({ cert, key }, (_request, response) => response.end("sealed"));
      await once(server.listen(0, "127.0.0.1"), "listening");
      const { port } = server.address() as AddressInfo;
      const outbound = open({ resolve: async () => ["127.0.0.1"] });
      expect((await get(outbound, `https://photos.test:${port}/`)).body.toString()).toBe("sealed");
      expect(await failure(get(outbound, `https://other.test:${port}/`))).toBe("unreachable");
      setDefaultCACertificates(usual);
      const untrusting = open({ resolve: async () => ["127.0.0.1"] });
      expect(await failure(get(untrusting, `https://photos.test:${port}/`))).toBe("unreachable");
      server.close();
      server.closeAllConnections();
    });
  });

  describe("redirects", () => {
    const to = (url: string) => `${web.url}/to?${encodeURIComponent(url)}`;

    it("does not follow unless told to: the redirect is the reply", async () => {
      const reply = await get(open(), to("/hello"));
      expect([reply.status, reply.headers.location]).toEqual([302, "/hello"]);
    });

    it("follows as many as told, relative ones too", async () => {
      const reply = await get(open(), to(to(to("/hello"))), { redirects: 3 });
      expect([reply.status, reply.body.toString()]).toEqual([200, "hello"]);
      expect(await failure(get(open(), to(to(to("/hello"))), { redirects: 2 }))).toBe("too_many_redirects");
      expect(await failure(get(open(), `${web.url}/loop?0`, { redirects: 3 }))).toBe("too_many_redirects");
    });

    it("judges every hop anew", async () => {
      const { port } = web;
      for (const [target, reason] of [
        [`http://127.0.0.2:${port}/hello`, "unsafe_address"],
        [`http://[::1]:${port}/hello`, "unsafe_address"],
        ["http://169.254.169.254/latest/", "unsafe_address"],
        ["https://10.0.0.1/", "unsafe_address"],
        ["http://93.184.216.34/", "plain_http"],
        ["file:///etc/passwd", "bad_address"],
        ["https://a:b@photos.test/", "bad_address"],
        ["http://127.0.0.1:22/", "bad_address"],
      ] as const) {
        expect([target, await failure(get(open(), to(target), { redirects: 3 }))]).toEqual([target, reason]);
      }
    });
  });

  describe("bounds", () => {
    it("takes a body of exactly the limit, and none of a byte more", async () => {
      const limit = { maxBytes: 100_000 };
      expect((await get(open(), `${web.url}/bytes?100000`, limit)).body.length).toBe(100_000);
      expect(await failure(get(open(), `${web.url}/bytes?100001`, limit))).toBe("too_large");
    });

    it("stops an endless body at the limit, regardless of Content-Length", async () => {
      expect(await failure(get(open(), `${web.url}/endless`, { maxBytes: 50_000 }))).toBe("too_large");
    });

    it("gives up on a server that says nothing, and on one that falls silent", async () => {
      expect(await failure(get(open(), `${web.url}/silent`))).toBe("timeout");
      expect(await failure(get(open(), `${web.url}/stalls`))).toBe("timeout");
    });

    it("gives up at the deadline although bytes keep coming", async () => {
      const hasty = open({ timeouts: { deadlineMs: 300, connectMs: 500, idleMs: 500 } });
      const started = performance.now();
      expect(await failure(get(hasty, `${web.url}/drips`))).toBe("timeout");
      expect(performance.now() - started).toBeLessThan(3_000);
    });

    it("gives up on a body that trickles below the pace, long before the deadline, and on no slow beginning", async () => {
      const patient = open({ timeouts: { deadlineMs: 60_000, connectMs: 5_000, idleMs: 5_000 } });
      const pace = { bytesPerSecond: 1000, afterMs: 600 };
      const started = performance.now();
      expect(await failure(get(patient, `${web.url}/drips`, { pace }))).toBe("timeout");
      const took = performance.now() - started;
      expect(took).toBeGreaterThan(600);
      expect(took).toBeLessThan(30_000);
      let received = 0;
      const options = {
        pace,
        received: (bytes: number) => {
          received += bytes;
        },
      };
      expect((await get(patient, `${web.url}/bytes?5000`, options)).body.length).toBe(5000);
      expect(received).toBe(5000);
    });

    it("gives up at the deadline while the name is still being looked up", async () => {
      const hasty = open({
        resolve: () => new Promise(() => {}),
        timeouts: { deadlineMs: 200, connectMs: 5_000, idleMs: 500 },
      });
      const started = performance.now();
      expect(await failure(get(hasty, "https://slow-dns.test/"))).toBe("timeout");
      expect(performance.now() - started).toBeLessThan(3_000);
    });

    it("stops when its caller does", async () => {
      const leaving = new AbortController();
      const waiting = failure(get(open(), `${web.url}/drips`, { signal: leaving.signal }));
      leaving.abort();
      expect(await waiting).toBe("unreachable");
    });

    it("says unreachable of replies that are cut off or no HTTP, and of closed ports", async () => {
      expect(await failure(get(open(), `${web.url}/cut`))).toBe("unreachable");
      expect(await failure(get(open(), `${web.url}/garbage`))).toBe("unreachable");
      const gone = await startWebServer((_request, response) => response.end());
      await gone.close();
      expect(await failure(get(open(), `${gone.url}/`))).toBe("unreachable");
    });
  });
});
