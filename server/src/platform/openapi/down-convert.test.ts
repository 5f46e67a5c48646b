import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { type Document, operationsOf, type Schema } from "./document.ts";
import { downConvert } from "./down-convert.ts";

function converted(fields: Record<string, object>): Record<string, Schema> | undefined {
  const properties = JSON.parse(JSON.stringify(fields));
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Home" } } };
  const get = { operationId: "get", tags: [], responses: { 200: { description: "", content } } };
  const document: Document = {
    ...{ openapi: "3.1.0", info: {}, paths: { "/": { get } } },
    components: {
      securitySchemes: {},
      schemas: { Home: { type: "object", properties }, Yard: { type: "object" } },
    },
  };
  return (downConvert(document) as Document).components.schemas?.Home?.properties;
}

describe("the document in OpenAPI 3.0", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("has null as nullable, constants as enums, and values of several types without one", () => {
    const yard = { $ref: "#/components/schemas/Yard" };
    expect(
      converted({
        text: { type: ["string", "null"] },
        either: { type: ["string", "number"], description: "Any" },
        yard: { anyOf: [yard, { type: "null" }] },
        word: { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
        always: Type.Literal("a"),
        positive: Type.Number({ exclusiveMinimum: 0 }),
      }),
    ).toEqual({
      text: { type: "string", nullable: true },
      either: { description: "Any" },
      yard: { type: "object", allOf: [yard], nullable: true },
      word: { type: "string", enum: ["a"], nullable: true },
      always: { type: "string", enum: ["a"] },
      positive: { type: "number", minimum: 0, exclusiveMinimum: true },
    });
  });

  it("has every operation of the other form, and nothing that is new in 3.1", async () => {
    const { body } = await lintel.call("/openapi.json");
    const { body: old, text } = await lintel.call("/openapi-3.0.json");
    const names = ({ paths }: Document) => operationsOf(paths).map(({ operationId }) => operationId);
    expect(old.openapi).toBe("3.0.3");
    expect(names(old)).toEqual(names(body));
    expect(text).not.toMatch(/"type":\[|"const":|"type":"null"|"webhooks":|"contentMediaType":|"if":/);
  });
});
