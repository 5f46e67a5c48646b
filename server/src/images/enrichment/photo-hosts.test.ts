import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "../../../test/harness/fake-clock.ts";
import { openPhotos, type PhotoFixture } from "../../../test/harness/photo-fixture.ts";
import { startWebServer } from "../../../test/harness/web-server.ts";
import type { Log } from "../../platform/log.ts";
import { enrichImages } from "../enrich-images.ts";
import { PhotoHosts, RequestedPhotoHosts } from "./photo-hosts.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const unreachable = { status: "failed", reason: "unreachable", retryAt: new Date(0) } as const;
const notFound = { status: "failed", reason: "not_found", retryAt: new Date(0) } as const;

describe("hosts of photos that do not answer", () => {
  let fixture: PhotoFixture;
  beforeAll(async () => {
    fixture = await openPhotos();
  });
  afterAll(() => fixture.close());

  const run = () => enrichImages(fixture.lintel.ctx);
  const pictures = async (url: string) => {
    const rows = await fixture.lintel.database.db
      .selectFrom("image_enrichments")
      .select(["status", "retry_at"])
      .where("url", "like", `${url}%`)
      .execute();
    const now = fixture.lintel.clock.now();
    return {
      due: rows.filter(({ status, retry_at }) => status !== "enriched" && retry_at <= now).length,
      enriched: rows.filter(({ status }) => status === "enriched").length,
    };
  };
  const gauge = async () => {
    const { text } = await fixture.lintel.call("/metrics", { host: "localhost" });
    return /^photo_hosts_unanswering (\d+)$/m.exec(text)?.[1];
  };

  it("are left alone with all of their photos for growing times, and an answer ends it", async () => {
    const picture = await fixture.addPicture("/alive.jpg", "#445566");
    let answers = false;
    const dead = await startWebServer((_, response) => {
      if (answers) response.writeHead(200, { "content-type": "image/jpeg" }).end(picture);
      else response.destroy();
    });
    const photos = Array.from({ length: 60 }, (_, nth) => fixture.photo(`${dead.url}/${nth}.jpg`));
    await fixture.openMarket("dead", [fixture.home("D-1", [...photos, fixture.photo("/alive.jpg")])]);
    await run();
    expect(await pictures(`${fixture.web.url}/alive.jpg`)).toMatchObject({ enriched: 1 });
    const first = dead.requests.length;
    expect(first).toBeLessThanOrEqual(32);
    expect(await pictures(dead.url)).toEqual({ due: 0, enriched: 0 });
    expect(await gauge()).toBe("1");

    let tried = first;
    for (const minutes of [1, 2, 4, 8]) {
      fixture.lintel.clock.advance((minutes - 1) * MINUTE + 58 * SECOND);
      await run();
      expect(dead.requests.length).toBe(tried);
      fixture.lintel.clock.advance(3 * SECOND);
      await run();
      expect(dead.requests.length).toBeGreaterThan(tried);
      tried = dead.requests.length;
      expect(await pictures(dead.url)).toEqual({ due: 0, enriched: 0 });
    }

    answers = true;
    fixture.lintel.clock.advance(16 * MINUTE + SECOND);
    await run();
    expect(await gauge()).toBe("0");
    // Those that failed themselves wait for their own time.
    fixture.lintel.clock.advance(25 * 60 * MINUTE);
    await run();
    expect(await pictures(dead.url)).toEqual({ due: 0, enriched: 60 });
    await dead.close();
  });

  it("are logged once an outage, and once when they answer again", () => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line).msg) }) as Log;
    const clock = new FakeClock("2026-06-15T12:00:00Z");
    const hosts = new PhotoHosts({ clock, log });
    const url = "https://photos.example/1.jpg";
    for (let nth = 0; nth < 20; nth++) hosts.record(url, unreachable);
    expect(hosts.allows(url)).toBe(false);
    expect(hosts.allows("https://other.example/1.jpg")).toBe(true);
    for (let nth = 0; nth < 30; nth++) {
      clock.set((hosts.retryAt(url) as Date).toISOString());
      expect([hosts.allows(url), hosts.allows(url)]).toEqual([true, false]);
      hosts.record(url, unreachable);
      const waitMs = (hosts.retryAt(url) as Date).getTime() - clock.now().getTime();
      expect(waitMs).toBe(Math.min(2 ** (nth + 1) * MINUTE, 360 * MINUTE));
    }
    clock.set((hosts.retryAt(url) as Date).toISOString());
    expect(hosts.allows(url)).toBe(true);
    hosts.record(url, notFound);
    expect(hosts.allows(url)).toBe(true);
    expect(lines).toEqual(["photo host does not answer, its photos wait", "photo host answers again"]);
  });

  it("get another chance when photos of theirs are asked for", () => {
    const hosts = new PhotoHosts({
      clock: new FakeClock("2026-06-15T12:00:00Z"),
      log: pino({ level: "silent" }) as Log,
    });
    const url = "https://photos.example/1.jpg";
    for (let nth = 0; nth < 8; nth++) hosts.record(url, unreachable);
    const requested = new RequestedPhotoHosts(hosts);
    for (let nth = 0; nth < 8; nth++) {
      expect(requested.allows(url)).toBe(true);
      requested.record(url, unreachable);
    }
    expect(requested.allows(url)).toBe(false);
    new RequestedPhotoHosts(hosts).record(url, notFound);
    expect(hosts.allows(url)).toBe(true);
  });
});
