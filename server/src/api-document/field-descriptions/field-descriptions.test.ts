import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dereferenced } from "../../../test/harness/dereferenced.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { type Document, operationsOf, type Schema } from "../../platform/openapi/document.ts";
import { fieldDescriptions, parameterDescriptions } from "./index.ts";

describe("the OpenAPI document", () => {
  let lintel: TestApp;
  let document: Document;
  beforeAll(async () => {
    lintel = await startTestApp();
    document = (await lintel.call("/openapi.json")).body;
  });
  afterAll(() => lintel.close());

  const fields = () =>
    Object.entries(document.components.schemas ?? {}).flatMap(([component, { properties = {} }]) =>
      Object.entries(properties).map(([name, field]) => ({ component, name, field })),
    );
  const parameters = () =>
    operationsOf(dereferenced(document).paths).flatMap((operation) => operation.parameters ?? []) as {
      name: string;
      description?: string;
    }[];

  it("describes every field and every parameter", () => {
    const described = ({ $ref = "", description }: Schema) =>
      description ?? document.components.schemas?.[$ref.replace(/^.*\//, "")]?.description;
    const without = fields().filter(({ field }) => !described(field));
    expect(without.map(({ component, name }) => `${component}.${name}`)).toEqual([]);
    expect(parameters().filter(({ description }) => !description)).toEqual([]);
  });

  it("has descriptions only for fields and parameters that exist", () => {
    const known = new Set(fields().flatMap(({ component, name }) => [name, `${component}.${name}`]));
    const names = new Set(parameters().map(({ name }) => name));
    const unused = Object.keys(fieldDescriptions).filter((name) => !known.has(name) && !names.has(name));
    expect(unused).toEqual([]);
    expect(Object.keys(parameterDescriptions).filter((name) => !names.has(name))).toEqual([]);
  });
});
