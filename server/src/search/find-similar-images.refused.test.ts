import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDnsServer } from "../../test/harness/dns-server.ts";
import { openPhotos, type PhotoFixture } from "../../test/harness/photo-fixture.ts";
import { pngThatClaims } from "../../test/harness/pictures.ts";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { startWebServer } from "../../test/harness/web-server.ts";
import { PhotoStore } from "../photos/index.ts";
import { HostNames } from "../platform/outbound/host-names.ts";
import { Outbound } from "../platform/outbound/outbound.ts";

describe("findSimilarImages refuses", () => {
  let fixture: PhotoFixture;
  let host: string;
  beforeAll(async () => {
    fixture = await openPhotos();
    const jpeg = await sampleJpeg(300, 200);
    fixture.responses.set("/home.jpg", jpeg);
    fixture.responses.set("/text.jpg", Buffer.from("<html>no picture</html>"));
    fixture.responses.set("/svg.jpg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    fixture.responses.set("/cut.jpg", jpeg.subarray(0, jpeg.length / 2));
    fixture.responses.set("/huge.png", pngThatClaims(60_000, 60_000));
    fixture.responses.set("/large.jpg", Buffer.concat([jpeg, Buffer.alloc(10 * 1_048_576)]));
    fixture.responses.set("/away.jpg", 503);
    fixture.responses.set("/zip.jpg", deflateSync(Buffer.alloc(100_000)));
    await fixture.lintel.services.storage.put("demo/text.jpg", Buffer.from("no picture"));
    ({ host } = await fixture.openMarket("refusing", [fixture.home("R-1", [fixture.photo("/home.jpg")])]));
    await fixture.index();
  });
  afterAll(() => fixture.close());

  const answerTo = async (image_url: unknown, more: object = {}) => {
    const { status, body } = await fixture.search("similar-images", host, { image_url, ...more });
    return [status, body.detail];
  };

  it.each([
    ["a text", "/text.jpg", "JPEG, PNG, WebP or GIF"],
    ["a drawing that may hold more than a picture", "/svg.jpg", "JPEG, PNG, WebP or GIF"],
    ["what is packed", "/zip.jpg", "JPEG, PNG, WebP or GIF"],
    ["half a picture", "/cut.jpg", "damaged"],
    ["a picture that unpacks to gigabytes", "/huge.png", "40 megapixels"],
    ["more than 10 MB", "/large.jpg", "10 MB"],
    ["what is not there", "/nothing.jpg", "nothing at this address"],
    ["a server in trouble", "/away.jpg", "answers with an error"],
  ])("%s", async (_, path, reason) => {
    const [status, detail] = await answerTo(fixture.web.url + path);
    expect(status).toBe(400);
    expect(detail).toMatch(/^image_url cannot be used: /);
    expect(detail).toContain(reason);
  });

  it.each([
    ["http://10.0.0.1/photo.jpg", "private, loopback"],
    ["https://169.254.169.254/latest/meta-data", "private, loopback"],
    ["https://[::1]/photo.jpg", "private, loopback"],
    ["https://[::ffff:10.0.0.1]/photo.jpg", "private, loopback"],
    ["https://0x0a000001/photo.jpg", "private, loopback"],
    ["http://photos.example.com:81/1.jpg", "credentials or a port"],
    ["file:///etc/passwd", "no http(s) address"],
    ["ftp://photos.example.com/1.jpg", "no http(s) address"],
    ["data:image/png;base64,AAAA", "no http(s) address"],
    ["https://user:secret@photos.example.com/1.jpg", "credentials"],
    ["just words", "no http(s) address"],
    ["/files/../../etc/passwd", "address"],
    ["/files/demo/none.jpg", "nothing at this address"],
    ["https://api.test/files/demo/none.jpg", "nothing at this address"],
    ["/files/demo/text.jpg", "JPEG, PNG, WebP or GIF"],
  ])("the address %s", async (image_url, reason) => {
    const [status, detail] = await answerTo(image_url);
    expect(status).toBe(400);
    expect(detail).toContain(reason);
    expect(detail).not.toContain("secret");
  });

  it("all that cannot be reached alike: a private address, its name, no such name, a closed port", async () => {
    const dns = await startDnsServer((name) => (name === "inside.test" ? ["10.0.0.7"] : []));
    const names = new HostNames({ servers: [dns.address] });
    const outbound = new Outbound({ allow: ["127.0.0.1"], resolve: (host) => names.resolve(host) });
    const { services } = fixture.lintel;
    const usual = services.photos;
    services.photos = new PhotoStore({ ...services, outbound, publicApiUrl: services.config.publicApiUrl });
    const gone = await startWebServer(() => {});
    await gone.close();
    const answers = new Set<string>();
    for (const image_url of [
      "https://10.0.0.7/1.jpg",
      "https://inside.test/1.jpg",
      "https://inside.test:8443/1.jpg",
      "http://inside.test/1.jpg",
      "https://absent.test/1.jpg",
      `${gone.url}/1.jpg`,
    ]) {
      const began = performance.now();
      answers.add(JSON.stringify(await answerTo(image_url)));
      // Longer than a name server takes: the time does not tell them apart either.
      expect(performance.now() - began).toBeGreaterThan(490);
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain("[400,");
    expect(dns.queries).toContain("inside.test");
    services.photos = usual;
    await outbound.close();
    await dns.close();
  });

  it.each([
    [undefined, {}, "image_url"],
    [5, {}, "image_url"],
    ["", {}, "image_url"],
    [`https://photos.test/${"x".repeat(4000)}`, {}, "image_url"],
    ["https://photos.test/1.jpg", { limit: 101 }, "limit"],
    ["https://photos.test/1.jpg", { limit: 0 }, "limit"],
  ])("the body with %j %j", async (image_url, more, field) => {
    const [status, detail] = await answerTo(image_url, more);
    expect(status).toBe(422);
    expect(detail[0].loc).toContain(field);
  });
});
