import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { slices } from "../../slices.ts";
import { Component } from "../http/component.ts";
import { Nullable } from "../http/list-envelope.ts";
import { routeSchema } from "../http/route-schema.ts";
import type { Document } from "./document.ts";
import { nameSchemas } from "./name-schemas.ts";

/** A document of GETs, by operationId: the schema of each reply. */
function documentOf(replies: Record<string, object>): Document {
  const operations = Object.entries(replies).map(([operationId, schema]) => [
    `/${operationId}`,
    {
      get: {
        operationId,
        tags: [],
        responses: { 200: { description: "", content: { "application/json": { schema } } } },
      },
    },
  ]);
  const document = { openapi: "3.1.0", info: {}, components: { securitySchemes: {} } };
  return JSON.parse(JSON.stringify({ ...document, paths: Object.fromEntries(operations) }));
}

const named = (replies: Record<string, object>) => {
  const document = documentOf(replies);
  nameSchemas(document);
  const replyOf = (operationId: string) =>
    document.paths[`/${operationId}`]?.get?.responses[200]?.content?.["application/json"]?.schema;
  return { schemas: document.components.schemas, replyOf };
};

describe("schemas of the OpenAPI document", () => {
  it("have the name of their title, wherever they are", () => {
    const Home = Component("Home", { rooms: Type.Integer() });
    const { schemas, replyOf } = named({
      listHomes: Type.Object({ homes: Type.Array(Home) }),
      getHome: Home,
      findHome: Nullable(Home),
    });
    expect(Object.keys(schemas ?? {})).toEqual(["Home", "ListHomesResponse"]);
    const reference = { $ref: "#/components/schemas/Home" };
    expect(replyOf("getHome")).toEqual(reference);
    expect(replyOf("findHome")).toEqual({ anyOf: [reference, { type: "null" }] });
    expect(schemas?.ListHomesResponse).toMatchObject({ properties: { homes: { items: reference } } });
  });

  it("are named after their place without one, and equal ones have one name", () => {
    const { schemas, replyOf } = named({
      getStreet: Type.Object({ houses: Type.Array(Type.Object({ number: Type.Integer() })) }),
      getHouse: Type.Object({ number: Type.Integer() }),
    });
    expect(Object.keys(schemas ?? {})).toEqual(["GetStreetResponse", "GetStreetResponseHouse"]);
    expect(replyOf("getHouse")).toEqual({ $ref: "#/components/schemas/GetStreetResponseHouse" });
  });

  it("keep the description of the place beside the reference", () => {
    const Home = Component("Home", { rooms: Type.Integer() });
    const { schemas } = named({
      getStreet: Component("Street", { first: { ...Home, description: "Near the bridge" }, last: Home }),
      getHome: { ...Home, description: "A home" },
    });
    expect(schemas?.Home?.description).toBe("Near the bridge");
    expect(schemas?.Street?.properties?.last).toEqual({ $ref: "#/components/schemas/Home" });
  });

  it("must differ when their titles do, and must be equal when they have one title", () => {
    const [one, two] = [{ a: Type.Integer() }, { b: Type.Integer() }];
    expect(() => named({ x: Component("Home", one), y: Component("Home", two) })).toThrow(
      "Two schemas are named Home, and differ.",
    );
    expect(() => named({ x: Component("Home", one), y: Component("House", one) })).toThrow(
      "The schemas Home and House are equal: give them one name.",
    );
  });
});

describe("the schemas of the API", () => {
  let lintel: TestApp;
  let text: string;
  let names: string[];
  beforeAll(async () => {
    lintel = await startTestApp();
    const { body, text: sent } = await lintel.call("/openapi.json");
    text = sent;
    names = Object.keys(body.components.schemas);
  });
  afterAll(() => lintel.close());

  const usesOf = (name: string) => text.split(`"#/components/schemas/${name}"`).length - 1;

  it("have the terms of the field as names", () => {
    const terms = [
      "Listing",
      "ListingCard",
      "Lead",
      "LeadCard",
      "Agent",
      "Brokerage",
      "Tour",
      "DripSequence",
    ];
    expect(names).toEqual(expect.arrayContaining([...terms, "Webhook", "VisitorPreferences", "Error"]));
  });

  it("have a title when they are used at several places", () => {
    const schemas = JSON.stringify(slices.flatMap((slice) => slice.routes.map(routeSchema)));
    const titles = new Set([...schemas.matchAll(/"title":"(\w+)"/g)].map(([, title]) => title));
    expect(names.filter((name) => usesOf(name) > 1 && !titles.has(name))).toEqual([]);
  });

  it("are inside of operations only where they are not objects", () => {
    const inlined = text.slice(text.indexOf('"paths":')).match(/"properties":\{/g) ?? [];
    expect(inlined).toEqual([]);
  });
});
