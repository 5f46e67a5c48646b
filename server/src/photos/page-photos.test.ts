import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openPhotos, type PhotoFixture } from "../../test/harness/photo-fixture.ts";
import { picture } from "../../test/harness/pictures.ts";

describe("logos and portraits on pages", () => {
  let fixture: PhotoFixture;
  const stop = new AbortController();
  beforeAll(async () => {
    fixture = await openPhotos();
    fixture.responses.set("/logo.png", await picture(400, 100).png().toBuffer());
    fixture.responses.set("/ann.jpg", await picture(600, 900).jpeg().toBuffer());
    fixture.lintel.services.photos.pages.start(stop.signal);
  });
  afterAll(async () => {
    stop.abort();
    await fixture.close();
  });

  it("are our copies, by addresses without a host", async () => {
    const { lintel, web } = fixture;
    const { id, host } = await lintel.createTenant("north");
    await lintel.call(`/api/admin/brokerages/${id}`, {
      method: "PUT",
      key: await lintel.createKey("admin"),
      body: { logo_url: `${web.url}/logo.png` },
    });
    await lintel.createAgent(id, { name: "Ann", slug: "ann", photo_url: `${web.url}/ann.jpg` });
    await lintel.createAgent(id, { name: "Bob", slug: "bob", photo_url: `${web.url}/none.jpg` });
    await lintel.createAgent(id, { name: "Cy", slug: "cy" });
    const site = await lintel.call("/api/public/site", { host });
    expect(site.body.logo_image).toMatchObject({
      src: expect.stringMatching(/^\/files\/photos\/.+\.webp$/),
      width: 400,
      height: 100,
      alt: "north",
    });
    const { items } = (await lintel.call("/api/public/agents", { host })).body;
    expect(items.map(({ image }: { image: object | null }) => image)).toEqual([
      expect.objectContaining({ width: 600, height: 900, alt: "Ann" }),
      null,
      null,
    ]);
    const ann = await lintel.call("/api/public/agents/ann", { host });
    expect(ann.body.image).toEqual(items[0].image);
    // A failure is remembered, and a copy is not fetched again.
    await lintel.call("/api/public/agents", { host });
    const counts = ["/logo.png", "/ann.jpg", "/none.jpg"].map(
      (path) => web.requests.filter((request) => request === path).length,
    );
    expect(counts).toEqual([1, 1, 1]);
  });

  it("do not keep a page waiting for a server that does not answer", async () => {
    const { lintel } = fixture;
    const { id, host } = await lintel.createTenant("slow");
    // Accepts connections and says nothing.
    const { createServer } = await import("node:net");
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as { port: number };
    await lintel.createAgent(id, { slug: "sam", photo_url: `http://127.0.0.1:${port}/sam.jpg` });
    const started = performance.now();
    const { body } = await lintel.call("/api/public/agents", { host });
    expect(body.items[0].image).toBeNull();
    expect(performance.now() - started).toBeLessThan(5000);
    silent.close();
  });

  it("wait in the background in groups, each once", async () => {
    const { lintel, web } = fixture;
    await fixture.addPicture("/group.jpg", "#102030");
    const stored = vi.fn();
    const { pages } = lintel.services.photos;
    for (let nth = 0; nth < 5; nth++) pages.want("group", [`${web.url}/group.jpg`], stored);
    await vi.waitFor(() => expect(stored).toHaveBeenCalled(), { timeout: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(stored).toHaveBeenCalledTimes(1);
    expect(web.requests.filter((path) => path === "/group.jpg")).toHaveLength(1);
  });

  it("are those that are stored once the server is asked to stop: a page that is under way is answered", async () => {
    const { lintel, web } = fixture;
    const { id, host } = await lintel.createTenant("stopping");
    await lintel.createAgent(id, { name: "Ann", photo_url: `${web.url}/ann.jpg` });
    await fixture.addPicture("/new.jpg", "#302010");
    await lintel.createAgent(id, { name: "Bea", photo_url: `${web.url}/new.jpg` });
    stop.abort();
    const { status, body } = await lintel.call("/api/public/agents", { host });
    const images = body.items.map(({ image }: { image: object | null }) => image);
    expect([status, images]).toEqual([200, [expect.objectContaining({ width: 600 }), null]]);
  });
});
