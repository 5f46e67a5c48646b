import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("importListings: values that a database would refuse", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const send = async (lines: string[]) =>
    lintel.call("/api/admin/listings/import?source=odd", {
      method: "POST",
      key: admin,
      body: lines.join("\n"),
    });

  it.each([
    ["a year 0", { ListingContractDate: "0000-05-05" }],
    ["a year 0 of closing", { StandardStatus: "Closed", CloseDate: "0000-00-00" }],
    ["a timestamp before the calendar", { ModificationTimestamp: "0000-01-01T00:00:00Z" }],
    ["a timestamp far ahead", { PhotosChangeTimestamp: "+012345-01-01T00:00:00Z" }],
    ["garages by the thousand", { GarageSpaces: 10_000 }],
    ["bathrooms by the thousand", { BathroomsFull: 10_000 }],
    ["an area past all measures", { LivingArea: 1e9, LivingAreaUnits: "Square Meters" }],
    ["half a character in its id", { ListingId: "odd\ud800" }],
    ["half a character in an agent's name", { ListAgentFullName: "Bo\udc00b" }],
  ])("rejects %s and lands its neighbours", async (_what, odd) => {
    const name = JSON.stringify(odd).length;
    const lines = [
      home({ ListingId: `a${name}` }),
      home({ ListingId: `b${name}`, ...odd }),
      home({ ListingId: `c${name}` }),
    ];
    const reply = await send(lines.map((line) => JSON.stringify(line)));
    expect([reply.status, reply.body.created, reply.body.rejected]).toEqual([200, 2, 1]);
    expect(reply.body.rejects[0].line).toBe(2);
  });

  it("rejects a record nested a hundred thousand deep and lands its neighbours", async () => {
    const deep = `{"ListingId":"deep","StandardStatus":"Active","PropertyType":"Land","X":${"[".repeat(1e5)}${"]".repeat(1e5)}}`;
    const reply = await send([
      JSON.stringify(home({ ListingId: "d1" })),
      deep,
      JSON.stringify(home({ ListingId: "d2" })),
    ]);
    expect(reply.status).toBe(200);
    expect(reply.body.created).toBeGreaterThanOrEqual(2);
  });

  it("leaves out a photo whose address is too long for an index", async () => {
    const photo = { MediaURL: `https://photos.test/${"屋".repeat(1500)}.jpg`, Order: 1 };
    const reply = await send([JSON.stringify(home({ ListingId: "long", Media: [photo] }))]);
    expect([reply.status, reply.body.created]).toEqual([200, 1]);
  });

  it("keeps what the last record says of an agent, however many name it", async () => {
    const agent = (at: number) => ({
      ListAgentKey: "K",
      ListAgentFullName: `Name ${at}`,
      ListOfficeName: "Office",
    });
    const lines = Array.from({ length: 2500 }, (_, at) =>
      JSON.stringify(home({ ListingId: `ag${at}`, ...agent(at) })),
    );
    expect((await send(lines)).body).toMatchObject({ created: 2500, rejected: 0 });
    const { host } = await lintel.createTenant("agents");
    const { body } = await lintel.call("/api/properties/ag0", { host });
    expect([body.list_agent.name, body.list_office]).toEqual(["Name 2499", "Office"]);
  });
});
