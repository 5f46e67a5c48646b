import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Market } from "../../../test/harness/market.ts";
import { openPhotos, type PhotoFixture } from "../../../test/harness/photo-fixture.ts";
import { picture } from "../../../test/harness/pictures.ts";

type Shown = { images: { src: string; srcset: string; width: number; height: number; alt: string }[] };

describe("the images of listings", () => {
  let fixture: PhotoFixture;
  let stop: AbortController;
  beforeAll(async () => {
    fixture = await openPhotos();
    fixture.responses.set("/wide.jpg", await picture(1700, 1000).jpeg().toBuffer());
    await fixture.addPicture("/small.jpg", "#3a7a3a");
    stop = new AbortController();
  });
  afterAll(async () => {
    stop.abort();
    await fixture.close();
  });

  const detail = async (market: Market, id: string): Promise<Shown> =>
    (await market.get(`/api/properties/${id}`)).body;
  const card = async (market: Market): Promise<Shown> => (await market.search()).items[0];
  const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });
  const place = { UnparsedAddress: "101 Oakmont St" };

  it("are fetched once a page shows the listing, and not before a server has started", async () => {
    const { photo, home } = fixture;
    const photos = [photo("/missing.jpg"), photo("/wide.jpg", "Front"), photo("/small.jpg")];
    const market = await fixture.openMarket("kept", [home("kept-1", photos, place)]);
    expect((await detail(market, "kept-1")).images).toEqual([]);
    expect(fixture.web.requests).toEqual([]);
    fixture.lintel.services.photos.pages.start(stop.signal);
    expect((await detail(market, "kept-1")).images).toEqual([]);
    await waitFor(async () => expect((await detail(market, "kept-1")).images).toHaveLength(2));
    const { images } = await detail(market, "kept-1");
    expect(images).toMatchObject([
      { width: 1600, height: 941, alt: "Front" },
      { width: 320, height: 240, alt: "Photo 3 of 101 Oakmont St" },
    ]);
    // The listing has a new revision, so that every process shows them.
    await waitFor(async () => expect((await card(market)).images).toEqual(images.slice(0, 1)));
    expect(fixture.web.requests.filter((path) => path === "/wide.jpg")).toHaveLength(1);
  });

  it("have addresses without a host, which answer WebP of that width", async () => {
    const { lintel, photo, home } = fixture;
    const market = await fixture.openMarket("sizes", [home("sizes-1", [photo("/wide.jpg")], place)]);
    const [image] = (await detail(market, "sizes-1")).images;
    const files = (image?.srcset ?? "").split(", ").map((each) => each.split(" "));
    expect(files.map(([, width]) => width)).toEqual(["320w", "800w", "1600w"]);
    for (const [address = "", width = ""] of files) {
      expect(address).toMatch(/^\/files\//);
      const { statusCode, headers, rawPayload } = await lintel.app.inject({
        url: address,
        headers: { host: market.host },
      });
      expect([statusCode, headers["content-type"]]).toEqual([200, "image/webp"]);
      expect((await sharp(rawPayload).metadata()).width).toBe(Number.parseInt(width, 10));
    }
    expect(files.map(([address]) => address)).toContain(image?.src);
  });

  it("tell nothing of an address that is hidden", async () => {
    const { photo, home } = fixture;
    const photos = [photo("/small.jpg", "101 Oakmont St from the street")];
    const market = await fixture.openMarket("hidden", [
      home("hidden-1", photos, { ...place, InternetAddressDisplayYN: false }),
    ]);
    const [image] = (await detail(market, "hidden-1")).images;
    expect(image?.alt).toBe("Photo 1 of a property in Boise");
    expect(JSON.stringify((await card(market)).images)).not.toContain("Oakmont");
  });

  it("are hidden with the photos, and then nothing is fetched", async () => {
    const { lintel, photo, home } = fixture;
    const market = await fixture.openMarket("rules", [
      home("rules-1", [photo("/small.jpg"), photo("/never.jpg")], place),
    ]);
    await lintel.call("/api/admin/sources/rules/rules", {
      method: "PUT",
      key: await lintel.createKey("admin"),
      body: { fields_hidden: ["photos"] },
    });
    await lintel.services.listings.sources.refresh();
    expect((await detail(market, "rules-1")).images).toEqual([]);
    expect((await card(market)).images).toEqual([]);
    expect(fixture.web.requests).not.toContain("/never.jpg");
  });

  it("are files of this installation as they are, where their size is known", async () => {
    const { home } = fixture;
    const own = { MediaURL: "/files/demo/bath-01.webp", MediaKey: "own", ImageWidth: 1024, ImageHeight: 683 };
    const market = await fixture.openMarket("own", [home("own-1", [own], place)]);
    const image = {
      src: "/files/demo/bath-01.webp",
      srcset: "/files/demo/bath-01.webp 1024w",
      width: 1024,
      height: 683,
      alt: "Photo 1 of 101 Oakmont St",
    };
    expect((await detail(market, "own-1")).images).toEqual([image]);
    expect((await card(market)).images).toEqual([image]);
  });
});
