import type { ServerResponse } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bombs, damaged, noImages, odd, padded } from "../../test/harness/hostile-pictures.ts";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { startWebServer, type WebServer } from "../../test/harness/web-server.ts";
import { Outbound } from "../platform/outbound/outbound.ts";
import type { StoredPhoto } from "./index.ts";
import type { PhotoFailure } from "./photo-failures.ts";
import { PhotoSource } from "./photo-source.ts";

const MB = 1_048_576;
const asIs = async (bytes: Buffer) => bytes;
const forJobs = { lane: "jobs", signal: new AbortController().signal } as const;

describe("hostile photos", () => {
  let lintel: TestApp;
  let web: WebServer;
  const responses = new Map<string, Buffer | ((response: ServerResponse) => void)>();
  beforeAll(async () => {
    web = await startWebServer((request, response) => {
      const has = responses.get(request.url ?? "");
      if (typeof has === "function") has(response);
      else response.writeHead(has ? 200 : 404, { "content-type": "image/jpeg" }).end(has);
    });
    lintel = await startTestApp({ OUTBOUND_ALLOW: "127.0.0.1", LOG_LEVEL: "silent" });
  });
  afterAll(async () => {
    await lintel.close();
    await web.close();
  });

  let paths = 0;
  const keepAnswer = (answer: Buffer | ((response: ServerResponse) => void)) => {
    const path = `/${++paths}.jpg`;
    responses.set(path, answer);
    return lintel.services.photos.fetch(web.url + path);
  };
  const reasonOf = async (answer: Parameters<typeof keepAnswer>[0]) => {
    const photo = await keepAnswer(answer);
    return photo.status === "failed" ? photo.reason : photo.status;
  };

  it.each(noImages)("refuses %s, though its address ends in .jpg", async (_what, bytes) => {
    expect(await reasonOf(await bytes())).toBe("not_an_image");
  });

  it.each(damaged)("refuses %s as damaged", async (_what, bytes) => {
    expect(await reasonOf(await bytes())).toBe("corrupt");
  });

  it.each(bombs)("refuses %s by its header", async (_what, bytes) => {
    expect(await reasonOf(await bytes())).toBe("too_many_pixels");
  });

  it.each(odd)("reads %s, and keeps pixels alone", async (_what, bytes) => {
    const photo = await keepAnswer(await bytes());
    expect(photo).toMatchObject({ status: "stored", width: 60, height: 40 });
    for (const format of ["jpg", "webp"] as const) {
      const kept = (await lintel.services.photos.read(photo as StoredPhoto, "full", format)) as Buffer;
      const { width, height, space, pages, exif, comments } = await sharp(kept).metadata();
      expect([width, height, space, pages ?? 1, exif, comments]).toEqual([
        60,
        40,
        "srgb",
        1,
        undefined,
        undefined,
      ]);
      expect(kept.length).toBeLessThan(10_000);
      for (const word of ["script", "secret", "PK\x03\x04"])
        expect(kept.includes(word, 0, "latin1")).toBe(false);
    }
  });

  describe("what a server does", () => {
    let small: Buffer;
    beforeAll(async () => {
      small = await sampleJpeg(60, 40, 77);
    });

    it("refuses one byte more than 10 MB, announced or not", async () => {
      const heavy = padded(small, 10 * MB + 1);
      expect(await reasonOf(heavy)).toBe("too_large");
      expect(await reasonOf((response) => void response.write(heavy, () => response.end()))).toBe(
        "too_large",
      );
    });

    it("does not wait for a body that says it is too large", async () => {
      const declareTooLarge = (response: ServerResponse) =>
        void response.writeHead(200, { "content-length": 11 * MB }).write("x");
      expect(await reasonOf(declareTooLarge)).toBe("too_large");
    });

    it("ends a body that does not end", async () => {
      let open = true;
      const endless = (response: ServerResponse) => {
        response.on("close", () => {
          open = false;
        });
        const more = () => {
          if (open) response.write(Buffer.alloc(256 * 1024), () => setImmediate(more));
        };
        more();
      };
      expect(await reasonOf(endless)).toBe("too_large");
      await expect.poll(() => open).toBe(false);
    });

    it("refuses what a server cuts off, by whichever length it lied", async () => {
      const less = (response: ServerResponse) => {
        response.writeHead(200, { "content-length": small.length + 100 });
        response.write(small, () => response.destroy());
      };
      expect(await reasonOf(less)).toBe("unreachable");
      const more = (response: ServerResponse) => {
        response.socket?.end(
          Buffer.concat([
            Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${small.length >> 1}\r\n\r\n`),
            small,
          ]),
        );
      };
      expect(["corrupt", "unreachable"]).toContain(await reasonOf(more));
    });

    it("takes what is called packed as it is, and unpacks nothing", async () => {
      const packed = (response: ServerResponse) =>
        void response.writeHead(200, { "content-encoding": "gzip" }).end(small);
      expect(await reasonOf(packed)).toBe("stored");
    });

    it("refuses what is no HTTP", async () => {
      expect(await reasonOf((response) => void response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"))).toBe(
        "unreachable",
      );
    });

    it.each(["/silent", "/drips", "/stalls"])("gives up on a server that is slow: %s", async (path) => {
      responses.set("/silent", () => {});
      responses.set("/stalls", (response) => void response.write(small.subarray(0, 100)));
      responses.set("/drips", (response) => {
        const timer = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(timer));
      });
      const timeouts = { deadlineMs: 400, connectMs: 200, idleMs: 200 };
      const outbound = new Outbound({ allow: ["127.0.0.1"], timeouts });
      const { storage, config } = lintel.services;
      const source = new PhotoSource({ outbound, storage, publicApiUrl: config.publicApiUrl });
      await expect(source.withBytes(web.url + path, forJobs, asIs)).rejects.toMatchObject({
        reason: "timeout",
      });
      await outbound.close();
    });
  });

  describe("where an address leads", () => {
    const refused = async (url: string) => {
      const before = web.requests.length;
      const photo = await lintel.services.photos.fetch(url);
      expect(web.requests.length).toBe(before);
      return photo.status === "failed" ? photo.reason : photo.status;
    };

    it.each([
      ["private", "10.0.0.1"],
      ["private", "172.31.255.254"],
      ["private", "192.168.1.1"],
      ["carrier NAT", "100.64.0.1"],
      ["link-local", "169.254.1.1"],
      ["metadata", "169.254.169.254"],
      ["metadata in decimal", "2852039166"],
      ["metadata in hexadecimal", "0xa9fea9fe"],
      ["metadata in octal", "0251.0376.0251.0376"],
      ["Alibaba's metadata", "100.100.100.200"],
      ["all zeros", "0.0.0.0"],
      ["nothing but a zero", "0"],
      ["another loopback", "127.0.0.2"],
      ["loopback, mixed", "0x7f.0.0.2"],
      ["loopback of IPv6", "[::1]"],
      ["mapped", "[::ffff:10.0.0.1]"],
      ["mapped metadata", "[::ffff:a9fe:a9fe]"],
      ["translated", "[64:ff9b::a9fe:a9fe]"],
      ["6to4", "[2002:a9fe:a9fe::]"],
      ["link-local of IPv6", "[fe80::1]"],
      ["unique local, AWS's metadata", "[fd00:ec2::254]"],
      ["multicast", "224.0.0.1"],
      ["broadcast", "255.255.255.255"],
      ["wide digits", "１６９.254.169.254"],
    ])("refuses %s: %s", async (_what, host) => {
      expect(await refused(`https://${host}/1.jpg`)).toBe("unsafe_address");
      expect(await refused(`http://${host}:8080/1.jpg`)).toBe("unsafe_address");
    });

    it.each([
      "",
      "not an address",
      "/other/1.jpg",
      "//127.0.0.1/1.jpg",
      `https://photos.test/${"x".repeat(5000)}`,
      "https://photos.test/\0.jpg",
      "https://user:secret@photos.test/1.jpg",
      "https://user@photos.test/1.jpg",
      "https://photos.test:22/1.jpg",
      "https://photos.test:6/1.jpg",
      "https://photos.test:99999/1.jpg",
      "file:///etc/passwd",
      "ftp://photos.test/1.jpg",
      "gopher://photos.test/1.jpg",
      "javascript:alert(1)",
      "data:image/jpeg;base64,/9j/",
      "blob:https://photos.test/1",
      "https://",
      "https://[::1/1.jpg",
    ])("refuses %j as no address of a photo", async (url) => {
      expect(await refused(url)).toBe("bad_address");
    });

    const sourceOf = (answers: string[][]) => {
      let lookups = 0;
      const resolve = async () => answers[Math.min(lookups++, answers.length - 1)] ?? [];
      const timeouts = { deadlineMs: 2000, connectMs: 500, idleMs: 500 };
      const outbound = new Outbound({ allow: ["127.0.0.1"], resolve, timeouts });
      const { storage, config } = lintel.services;
      const source = new PhotoSource({ outbound, storage, publicApiUrl: config.publicApiUrl });
      return { source, close: () => outbound.close(), lookupCount: () => lookups };
    };

    it("fetches from the address that it judged: a name that turns private gains nothing", async () => {
      responses.set("/rebind.jpg", await sampleJpeg(60, 40, 78));
      const first = sourceOf([["127.0.0.1"], ["10.0.0.1"]]);
      await first.source.withBytes(`http://rebind.test:${web.port}/rebind.jpg`, forJobs, asIs);
      expect(first.lookupCount()).toBe(1);
      await first.close();
      const mixed = sourceOf([["93.184.216.34", "10.0.0.1"]]);
      await expect(mixed.source.withBytes("https://mixed.test/1.jpg", forJobs, asIs)).rejects.toMatchObject({
        reason: "unsafe_address",
      });
      await mixed.close();
    });

    it.each<[string, PhotoFailure]>([
      ["http://169.254.169.254/latest/meta-data/", "unsafe_address"],
      ["http://2852039166/", "unsafe_address"],
      ["https://[::ffff:10.0.0.1]/", "unsafe_address"],
      ["//127.0.0.2:8080/1.jpg", "unsafe_address"],
      ["file:///etc/passwd", "bad_address"],
      ["https://user:secret@photos.test/", "bad_address"],
      ["https://photos.test:22/", "bad_address"],
    ])("follows no redirect to %s: %s", async (location, expected) => {
      expect(await reasonOf((response) => void response.writeHead(302, { location }).end())).toBe(expected);
    });
  });
});
