import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bombs, damaged, noImages, padded } from "../../../test/harness/hostile-pictures.ts";
import { openPhotos, type PhotoFixture } from "../../../test/harness/photo-fixture.ts";
import { startWebServer, type WebServer } from "../../../test/harness/web-server.ts";
import { PhotoStore } from "../../photos/index.ts";
import { Outbound } from "../../platform/outbound/outbound.ts";

const TEN_MB = 10 * 1_048_576;
const CORRUPT = "VISION_003 image_corrupt";
const TOO_LARGE = "VISION_004 image_too_large";

/** Hosts that a feed may name, and that must get no request. */
const privateHosts = [
  ...[
    "10.0.0.1",
    "172.31.255.254",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
  ],
  ...["0251.0376.0251.0376", "100.100.100.200", "0.0.0.0", "127.0.0.2", "0x7f.0.0.2", "224.0.0.1"],
  ...["255.255.255.255", "[::1]", "[::ffff:10.0.0.1]", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]"],
  ...["[2002:a9fe:a9fe::]", "[fe80::1]", "[fd00:ec2::254]", "private.test", "mapped.test", "mixed.test"],
];

const named: Record<string, string[]> = {
  "private.test": ["10.0.0.5"],
  "mapped.test": ["::ffff:192.168.0.1"],
  "mixed.test": ["93.184.216.34", "10.0.0.1"],
};

type Answer = (response: ServerResponse) => unknown;

const endless: Answer = (response) => {
  const write = () => {
    while (response.write(Buffer.alloc(65_536, 0xff)));
  };
  response.on("drain", write);
  write();
};

describe("hostile photos of a property that is analyzed", () => {
  let fixture: PhotoFixture;
  let evil: WebServer;
  let admin: string;
  const answers = new Map<string, Answer>();
  const rebound: string[] = [];
  beforeAll(async () => {
    evil = await startWebServer((request, response) => void answers.get(request.url ?? "")?.(response));
    fixture = await openPhotos();
    admin = await fixture.lintel.createKey("admin");
    const { services } = fixture.lintel;
    const resolve = async (host: string) => {
      if (host !== "rebind.test") return named[host] ?? Promise.reject(new Error("no such name"));
      rebound.push(host);
      return rebound.length === 1 ? ["127.0.0.1"] : ["169.254.169.254"];
    };
    const timeouts = { deadlineMs: 4000, connectMs: 500, idleMs: 500 };
    const outbound = new Outbound({ allow: ["127.0.0.1"], resolve, timeouts });
    services.photos = new PhotoStore({ ...services, outbound, publicApiUrl: services.config.publicApiUrl });
  });
  afterAll(async () => {
    await fixture.close();
    await evil.close();
  });

  const served = (path: string, answer: Answer) => {
    answers.set(path, answer);
    return evil.url + path;
  };
  const redirect = (path: string, location: string) =>
    served(path, (response) => response.writeHead(302, { location }).end());

  it("each is refused with its code, no forbidden host gets a request, and the others are enriched", async () => {
    const files = async (named: typeof bombs, expected: string) =>
      Promise.all(
        named.map(async ([what, bytes], nth) => {
          const path = `/${expected.slice(0, 10)}/${named.length}/${nth}.jpg`;
          fixture.responses.set(path, await bytes());
          return [fixture.web.url + path, expected, what] as const;
        }),
      );
    const photo = await fixture.addPicture("/good.jpg", "#557799");
    fixture.responses.set("/10mb.jpg", padded(photo, TEN_MB + 1));
    const cut: Answer = (response) => {
      response.writeHead(200, { "content-length": 5000 });
      response.write("half", () => response.destroy());
    };
    const table: (readonly [url: string, expected: string, what: string])[] = [
      ...(await files(noImages, CORRUPT)),
      ...(await files(damaged, CORRUPT)),
      ...(await files(bombs, TOO_LARGE)),
      ...privateHosts.map((host) => [`http://${host}:8080/1.jpg`, CORRUPT, host] as const),
      [`${fixture.web.url}/10mb.jpg`, TOO_LARGE, "a byte more than 10 MB"],
      [served("/endless.jpg", endless), TOO_LARGE, "a body without an end"],
      [
        served("/lies.jpg", (response) => response.writeHead(200, { "content-length": 1e12 }).write("x")),
        TOO_LARGE,
        "a length of a terabyte",
      ],
      [served("/silent.jpg", () => {}), CORRUPT, "no answer"],
      [served("/cut.jpg", cut), CORRUPT, "cut off"],
      [served("/noise.jpg", (response) => response.socket?.end("no HTTP\r\n\r\n")), CORRUPT, "no HTTP"],
      [redirect("/to-metadata.jpg", "http://169.254.169.254/latest"), CORRUPT, "sends to metadata"],
      [redirect("/to-mapped.jpg", "https://[::ffff:10.0.0.1]/"), CORRUPT, "sends to a mapped address"],
      [redirect("/to-file.jpg", "file:///etc/passwd"), CORRUPT, "sends to a file"],
      [redirect("/loop.jpg", "/loop.jpg"), CORRUPT, "sends to itself"],
      ["https://unknown.test/1.jpg", CORRUPT, "a name that does not resolve"],
      ["http://photos.test/1.jpg", CORRUPT, "plain http to who knows whom"],
      [
        redirect("/rebound.jpg", `http://rebind.test:${fixture.web.port}/good.jpg`).replace(
          "127.0.0.1",
          "rebind.test",
        ),
        CORRUPT,
        "a name that turns private between two hops",
      ],
    ];
    expect(table.length).toBeGreaterThanOrEqual(60);
    await fixture.openMarket("hostile", [
      fixture.home("HOSTILE-1", [...table.map(([url]) => fixture.photo(url)), fixture.photo("/good.jpg")]),
    ]);
    const { status, body } = await fixture.lintel.call("/api/admin/properties/HOSTILE-1/analyze-images", {
      method: "POST",
      key: admin,
    });
    expect([status, body.images_analyzed]).toEqual([200, 1]);
    const photos = await fixture.lintel.database.db
      .selectFrom("listing_photos")
      .select(["id", "url"])
      .execute();
    const urls = new Map(photos.map(({ id, url }) => [String(id), url]));
    const codes = new Map<string | undefined, string>(
      body.errors.map(({ image_id, error }: { image_id: string; error: string }) => [
        urls.get(image_id),
        error.split(":")[0],
      ]),
    );
    expect(table.map(([url, , what]) => [what, codes.get(url)])).toEqual(
      table.map(([, expected, what]) => [what, expected]),
    );
    const texts = new Map<string | undefined, string>(
      body.errors.map(({ image_id, error }: { image_id: string; error: string }) => [
        urls.get(image_id),
        error,
      ]),
    );
    // Which names and hosts there are in the operator's network is not to be told from them.
    const alike = [
      `http://${privateHosts[0]}:8080/1.jpg`,
      "https://unknown.test/1.jpg",
      "http://photos.test/1.jpg",
      `${evil.url}/cut.jpg`,
      `${evil.url}/to-metadata.jpg`,
    ].map((url) => texts.get(url));
    expect(alike[0]).toMatch(/^VISION_003 image_corrupt: No public https server delivers it/);
    expect(new Set(alike).size).toBe(1);
    expect(rebound).toHaveLength(2);
    expect(fixture.web.requests.filter((path) => path === "/good.jpg")).toHaveLength(1);
    expect((await fixture.lintel.call("/health")).status).toBe(200);
  });

  it.each([
    ["a bomb", bombs[0], 413, "VISION_004"],
    ["a web page", noImages[7], 422, "VISION_003"],
    ["half a picture", damaged[2], 422, "VISION_003"],
  ])("is what the reply is about when it is the only one: %s", async (what, hostile, status, code) => {
    const path = `/only/${code}/${what.length}.jpg`;
    fixture.responses.set(path, (await hostile?.[1]()) as Buffer);
    await fixture.openMarket(`only-${what.length}`, [
      fixture.home(`LONELY-${what.length}`, [fixture.photo(path)]),
    ]);
    const reply = await fixture.lintel.call(`/api/admin/properties/LONELY-${what.length}/analyze-images`, {
      method: "POST",
      key: admin,
    });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});
