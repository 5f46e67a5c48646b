import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImageFixture, openImages } from "../../../test/harness/image-fixture.ts";
import type { DescribedImage } from "./image-records.schemas.ts";

const url = (name: string) => `https://photos.test/${name}.jpg`;
const feature = (key: string) => ({ key, label: key, confidence: 0.9, category: "feature" }) as const;
const ID = 'N "1"';

describe("getImageDescriptions", () => {
  let fixture: ImageFixture;
  let images: DescribedImage[];
  beforeAll(async () => {
    fixture = await openImages();
    await fixture.list([
      {
        id: ID,
        photos: ["first", "second", "third"].map((name) => ({ url: url(name) })),
        fields: { UnparsedAddress: "12 Elm St", InternetAddressDisplayYN: true },
      },
      {
        id: "N-2",
        photos: [],
        fields: { UnparsedAddress: "Secret Ln", InternetAddressDisplayYN: false },
      },
      { id: "N-3", photos: [{ url: url("first") }], fields: { StandardStatus: "Withdrawn" } },
    ]);
    await fixture.enrich(url("first"), {
      room: "kitchen",
      description: '=HYPERLINK("x"), a "kitchen";\nbright',
      features: [feature("island"), feature("oven")],
    });
    await fixture.enrich(url("second"), { room: "living_room", description: "A living room." });
    const of = async (name: string) => String(await fixture.image(ID, url(name)));
    images = [
      {
        image_id: await of("first"),
        order: 1,
        room_type: "kitchen",
        description: '=HYPERLINK("x"), a "kitchen";\nbright',
        features: ["island", "oven"],
      },
      {
        image_id: await of("second"),
        order: 2,
        room_type: "living_room",
        description: "A living room.",
        features: [],
      },
      { image_id: await of("third"), order: 3, room_type: "other", description: null, features: [] },
    ];
  });
  afterAll(() => fixture.close());

  const get = (query = "", key?: string, id = ID) =>
    fixture.get(`/api/admin/properties/${encodeURIComponent(id)}/image-descriptions${query}`, key);

  it("has every photo in its order, with what is said of it", async () => {
    const { status, body } = await get();
    expect([status, body]).toEqual([
      200,
      { property_id: ID, address: "12 Elm St", images, export_format: "json" },
    ]);
  });

  it("has no address that must not be shown", async () => {
    expect((await get("", undefined, "N-2")).body).toMatchObject({ address: null, images: [] });
    expect((await get("?format=txt", undefined, "N-2")).text).toBe("N-2\n");
  });

  it("is a CSV that reads back as it is, but for what a spreadsheet would run", async () => {
    const { status, headers, text } = await get("?format=csv");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toBe('attachment; filename="image-descriptions-N-1-.csv"');
    const rows = parse(text, { columns: true });
    expect(rows).toEqual([
      {
        ...textual(images[0]),
        description: `'${images[0]?.description}`,
        features: "island; oven",
      },
      { ...textual(images[1]), features: "" },
      { ...textual(images[2]), description: "", features: "" },
    ]);
    expect(text.split("\r\n")[0]).toBe("image_id,order,room_type,description,features");
  });

  it("is a text to read", async () => {
    const { headers, text } = await get("?format=txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(headers["content-disposition"]).toBe('attachment; filename="image-descriptions-N-1-.txt"');
    const [one, two, three] = images.map(({ image_id }) => image_id);
    expect(text).toBe(
      `${ID}\n12 Elm St\n\n` +
        `1. kitchen (image ${one})\n=HYPERLINK("x"), a "kitchen"; bright\nFeatures: island; oven\n\n` +
        `2. living room (image ${two})\nA living room.\n\n` +
        `3. other (image ${three})\nNothing is said of it yet.\n`,
    );
  });

  it("declares all three types in the OpenAPI document", async () => {
    const { body } = await fixture.lintel.call("/openapi.json");
    const { get } = body.paths["/api/admin/properties/{property_id}/image-descriptions"];
    expect(Object.keys(get.responses["200"].content)).toEqual([
      "application/json",
      "text/csv; charset=utf-8",
      "text/plain; charset=utf-8",
    ]);
  });

  it("does not know another brokerage's listing, one that is not public, nor one that never was", async () => {
    const replies = [
      get("", fixture.keys.foreign),
      get("", fixture.keys.unbound),
      get("", undefined, "N-3"),
      get("", fixture.keys.admin, "N-3"),
      get("?format=csv", undefined, "nowhere"),
    ];
    for (const { status, body } of await Promise.all(replies)) {
      expect([status, body]).toEqual([404, { detail: "Property not found" }]);
    }
    expect((await get("", fixture.keys.admin)).status).toBe(200);
  });

  it("answers 422 to a format that it has not", async () => {
    const { status, body } = await get("?format=pdf");
    expect([status, body.detail[0].msg]).toEqual([422, "format must be one of json, csv, txt"]);
  });
});

function textual(image: object | undefined) {
  return Object.fromEntries(Object.entries(image ?? {}).map(([name, value]) => [name, String(value)]));
}
