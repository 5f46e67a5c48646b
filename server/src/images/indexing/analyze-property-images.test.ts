import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type IndexingFixture, openIndexing } from "../../../test/harness/indexing-fixture.ts";
import { chatReply, rightReply } from "../../../test/harness/model-server.ts";
import { pngThatClaims } from "../../../test/harness/pictures.ts";
import { openModels } from "../../models/index.ts";

const TOO_LARGE = Buffer.alloc(10 * 1_048_576 + 1, 0xff);

describe("analyzePropertyImages", () => {
  let fixture: IndexingFixture;
  beforeAll(async () => {
    fixture = await openIndexing();
  });
  afterEach(() => {
    fixture.model.reply = rightReply;
  });
  afterAll(() => fixture.close());

  /** Calls to a server that has failed repeatedly pause for some seconds; a new client calls it at once. */
  async function freshModels(): Promise<void> {
    const { services } = fixture.lintel;
    await services.models.close();
    services.models = openModels(services.config, services.log);
  }
  const described = () => fixture.model.requests.filter(({ path }) => path === "/v1/chat/completions").length;

  it("has the photos read at once that no job has noted yet, and answers what came of it", async () => {
    await fixture.openListing("AN-1", ["/an/1.jpg", "/an/2.jpg", "/an/3.jpg"]);
    const { status, body } = await fixture.analyze("AN-1");
    expect([status, body]).toEqual([
      200,
      {
        property_id: "AN-1",
        images_analyzed: 3,
        features_detected: 3,
        avg_confidence: 0.9,
        execution_time_ms: expect.any(Number),
        errors: [],
      },
    ]);
    const images = await fixture.imageIds("AN-1");
    expect(await fixture.announced()).toMatchObject(
      images.map((image_id) => ({
        event: "image.analyzed",
        subject: `image:${image_id}`,
        source_id: expect.any(Number),
        data: { image_id, property_id: "AN-1", room_type: "kitchen", features_count: 1, confidence_avg: 0.9 },
      })),
    );
  });

  it("reads all of them anew, tells of every listing that shows them, and leaves what people have said", async () => {
    await fixture.openListing("AGAIN-1", ["/again.jpg"]);
    await fixture.openListing("AGAIN-2", ["/again.jpg"]);
    await fixture.index();
    const [[first = ""], [second = ""]] = [
      await fixture.imageIds("AGAIN-1"),
      await fixture.imageIds("AGAIN-2"),
    ];
    const set = await fixture.lintel.call(`/api/admin/images/${first}/room-type`, {
      method: "PATCH",
      key: fixture.admin,
      body: { room_type: "garage", confidence: 1 },
    });
    expect(set.status).toBe(200);
    await fixture.announced();
    const before = described();
    expect((await fixture.analyze("AGAIN-1")).body).toMatchObject({ images_analyzed: 1, errors: [] });
    // What is to be seen, which room, and its features.
    expect(described()).toBe(before + 3);
    const rooms = (await fixture.announced()).map(({ data }) => [data.image_id, data.room_type]);
    expect(rooms.sort()).toEqual(
      [
        [first, "garage"],
        [second, "kitchen"],
      ].sort(),
    );
  });

  it("answers zeros for a property without photos, and 404 for one that is not there or not public", async () => {
    await fixture.openListing("NONE-1", []);
    expect((await fixture.analyze("NONE-1")).body).toMatchObject({
      images_analyzed: 0,
      features_detected: 0,
      avg_confidence: 0,
      errors: [],
    });
    await fixture.openListing("HIDDEN-1", ["/hidden.jpg"], { InternetEntireListingDisplayYN: false });
    for (const id of ["UNKNOWN-1", "HIDDEN-1"]) {
      const { status, body } = await fixture.analyze(id);
      expect([status, body]).toEqual([404, { detail: "Property not found" }]);
    }
  });

  it("reads what can be read, and says of each other photo what is wrong", async () => {
    fixture.responses.set("/some/large.jpg", TOO_LARGE);
    fixture.responses.set("/some/text.jpg", Buffer.from("no picture"));
    fixture.responses.set("/some/gone.jpg", 404);
    const bad = ["/some/large.jpg", "/some/text.jpg", "/some/gone.jpg"];
    await fixture.openListing("SOME-1", ["/some/good.jpg", ...bad]);
    const [, ...failed] = await fixture.imageIds("SOME-1");
    const { body } = await fixture.analyze("SOME-1");
    expect(body.images_analyzed).toBe(1);
    const [large, text, gone] = failed;
    expect(body.errors).toEqual([
      { image_id: large, error: expect.stringMatching(/^VISION_004 image_too_large: .*larger than 10 MB/) },
      { image_id: text, error: expect.stringMatching(/^VISION_003 image_corrupt: The file is not a JPEG/) },
      { image_id: gone, error: expect.stringMatching(/^VISION_003 image_corrupt: There is nothing at this/) },
    ]);
  });

  it("asks at once for a photo that could not be had a moment ago", async () => {
    fixture.responses.set("/late.jpg", 500);
    await fixture.openListing("LATE-1", ["/late.jpg"]);
    expect((await fixture.analyze("LATE-1")).status).toBe(422);
    await fixture.addPicture("/late.jpg", "#336699");
    expect((await fixture.analyze("LATE-1")).body).toMatchObject({ images_analyzed: 1 });
  });

  it.each<[string, number, string, () => void]>([
    [
      "VISION_001",
      503,
      "modelserver_unavailable",
      () => (fixture.model.reply = () => ({ status: 503, body: {} })),
    ],
    ["VISION_002", 503, "model_not_loaded", () => (fixture.model.reply = () => ({ status: 404, body: {} }))],
    [
      "VISION_003",
      422,
      "image_corrupt",
      () => fixture.responses.set("/only/VISION_003.jpg", Buffer.from("<html>")),
    ],
    [
      "VISION_004",
      413,
      "image_too_large",
      () => fixture.responses.set("/only/VISION_004.jpg", pngThatClaims(9000, 9000)),
    ],
    [
      "VISION_005",
      502,
      "embedding_failed",
      () =>
        (fixture.model.reply = (request) =>
          request.path.includes("embed") ? { body: { data: [] } } : rightReply(request)),
    ],
    [
      "VISION_006",
      502,
      "description_failed",
      () =>
        (fixture.model.reply = (request) =>
          request.path.includes("chat") ? chatReply(" ") : rightReply(request)),
    ],
  ])(
    "answers %s as %i when it is what keeps the only photo from being read",
    async (code, status, name, spoil) => {
      await freshModels();
      await fixture.openListing(`ONLY-${code.slice(-3)}`, [`/only/${code}.jpg`]);
      spoil();
      const reply = await fixture.analyze(`ONLY-${code.slice(-3)}`);
      expect([reply.status, reply.body]).toEqual([status, { detail: expect.any(String), code, name }]);
      expect(reply.body.detail).toMatch(/^[A-Z].{20}/);
    },
  );

  it("keeps what was made before a model went away", async () => {
    await freshModels();
    const paths = Array.from({ length: 20 }, (_, n) => `/part/${n}.jpg`);
    await fixture.openListing("PART-1", paths);
    let chats = 0;
    fixture.model.reply = (request) =>
      request.path.includes("chat") && ++chats > 48 ? { status: 503, body: {} } : rightReply(request);
    expect((await fixture.analyze("PART-1")).body.code).toBe("VISION_001");
    const rows = await fixture.lintel.database.db
      .selectFrom("image_enrichments")
      .select("status")
      .where("url", "like", "%/part/%")
      .where("status", "=", "enriched")
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(12);
    await freshModels();
    fixture.model.reply = rightReply;
    expect((await fixture.analyze("PART-1")).body.images_analyzed).toBe(20);
  });
});
