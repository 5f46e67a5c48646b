import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dereferenced } from "../../test/harness/dereferenced.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { ownFormats } from "../platform/http/formats.ts";
import { type Document, operationsOf } from "../platform/openapi/document.ts";
import { readExamples } from "./read-examples.ts";

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
for (const [name, { check }] of Object.entries(ownFormats)) ajv.addFormat(name, check);

/** What is wrong with a value; null if it is as its schema says. */
function errorIn(schema: object | undefined, value: unknown): string | null {
  const validate = ajv.compile(schema ?? false);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

describe("examples of the OpenAPI document", () => {
  let lintel: TestApp;
  let operations: ReturnType<typeof operationsOf>;
  beforeAll(async () => {
    lintel = await startTestApp();
    operations = operationsOf(dereferenced((await lintel.call("/openapi.json")).body as Document).paths);
  });
  afterAll(() => lintel.close());

  const bodyOf = ({ requestBody }: (typeof operations)[number]) => requestBody?.content["application/json"];

  it("are at every operation, and at no other", () => {
    expect(Object.keys(readExamples())).toEqual(operations.map(({ operationId }) => operationId).toSorted());
  });

  it("have a reply, but where it is a file", () => {
    const without = operations.filter(
      ({ responses }) =>
        !Object.entries(responses).some(
          ([status, { content = {} }]) =>
            status.startsWith("2") && Object.values(content).some((media) => media.example !== undefined),
        ),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual(["getMapTile", "getListingBrochure"]);
  });

  it("have every reply in JSON of a success, not the first alone", () => {
    const without = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith("2"))
        .filter(([, { content = {} }]) => {
          const json = content["application/json"];
          return json !== undefined && json.example === undefined;
        })
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(without).toEqual([]);
  });

  it("have a body where one is required", () => {
    const without = operations.filter((operation) => {
      const body = bodyOf(operation);
      return operation.requestBody?.required && body?.schema?.properties && body.example === undefined;
    });
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });

  it("are what their schemas allow", () => {
    const errors = operations.flatMap((operation) => {
      const body = bodyOf(operation);
      const media = [
        ...(body?.example === undefined ? [] : [body]),
        ...Object.values(operation.responses)
          .flatMap(({ content = {} }) => Object.values(content))
          .filter(({ example }) => example !== undefined),
      ];
      const parameters = (operation.parameters ?? []).filter((each) => "name" in each && "example" in each);
      return [...media, ...(parameters as typeof media)].flatMap(({ schema, example }) => {
        const error = errorIn(schema, example);
        return error ? [`${operation.operationId}: ${error}`] : [];
      });
    });
    expect(errors).toEqual([]);
  });

  it("fill no field that only programs fill", () => {
    const filled = operations.filter((operation) => {
      const example = bodyOf(operation)?.example;
      return typeof example === "object" && example !== null && "website" in example;
    });
    expect(filled).toEqual([]);
  });
});
