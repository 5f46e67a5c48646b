import { describe, expect, it } from "vitest";
import { breakingChanges, type Json } from "../../scripts/release-check/breaking-changes.ts";

describe("breaking changes of the API", () => {
  type Operation = ReturnType<typeof newOperation>;
  const newOperation = () => ({
    parameters: [{ in: "query", name: "city", schema: { type: "string" } }],
    requestBody: {
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["name"],
            properties: {
              name: { type: "string", maxLength: 50 },
              kind: { type: "string", enum: ["a", "b"] },
            },
          },
        },
      },
    },
    responses: {
      200: {
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["id"],
              properties: { id: { type: "integer" }, old: { type: "string", deprecated: true } },
            },
          },
        },
      },
    },
  });
  const documentOf = (post: object): Json => ({ paths: { "/things": { post } } }) as unknown as Json;
  const TODAY = new Date("2027-06-01T12:00:00Z");
  const changesOf = (change: (now: Operation) => unknown, before: object = {}) => {
    const after = newOperation();
    change(after);
    return breakingChanges(documentOf({ ...newOperation(), ...before }), documentOf(after), TODAY);
  };
  const reply = (now: Operation) => now.responses[200].content["application/json"].schema;
  const body = (now: Operation) => now.requestBody.content["application/json"].schema;

  it("are none for what is added or wider: an optional parameter, a field of the body, of the reply, a value, a limit", () => {
    const found = changesOf((now) => {
      now.parameters.push({ in: "query", name: "state", schema: { type: "string" } });
      Object.assign(body(now).properties, { more: { type: "string" } });
      body(now).properties.kind.enum.push("c");
      Object.assign(reply(now).properties, { more: { type: "string" } });
      body(now).properties.name.maxLength = 60;
    });
    expect(found).toEqual([]);
  });

  it.each<[string, (now: Operation) => unknown]>([
    ["the parameter query city is removed", (now) => now.parameters.pop()],
    [
      "the parameter query state is required now",
      (now) =>
        now.parameters.push({
          ...{ in: "query", name: "state" },
          required: true,
          schema: { type: "string" },
        } as never),
    ],
    ["the body needs kind now", (now) => body(now).required.push("kind")],
    ["the body does not take b any more", (now) => body(now).properties.kind.enum.pop()],
    [
      "the body.name takes only a, b now",
      (now) => Object.assign(body(now).properties.name, { enum: ["a", "b"] }),
    ],
    [
      "the body.name has maxLength 20 now",
      (now) => {
        body(now).properties.name.maxLength = 20;
      },
    ],
    [
      "the body.kind has minLength 2 now",
      (now) => Object.assign(body(now).properties.kind, { minLength: 2 }),
    ],
    ["the body.kind is removed", (now) => Reflect.deleteProperty(body(now).properties, "kind")],
    ["the reply 200.old is removed", (now) => Reflect.deleteProperty(reply(now).properties, "old")],
    ["the reply 200.id may be absent now", (now) => reply(now).required.pop()],
    [
      'the reply 200.id was "integer" and is "string"',
      (now) => Object.assign(reply(now).properties.id, { type: "string" }),
    ],
    [
      "bodies of application/json are not taken any more",
      (now) => Object.assign(now.requestBody, { content: {} }),
    ],
    ["the reply 200 is removed", (now) => Reflect.deleteProperty(now.responses, "200")],
  ])("%s", (text, change) => {
    const found = changesOf(change);
    expect(found[0]).toMatch(
      new RegExp(`^POST /things: ${text.replace(/^the body does/, "the body.kind does")}`),
    );
  });

  it("are none where the sunset that was announced has passed, and some before it", () => {
    const remove = (now: Operation) => Reflect.deleteProperty(reply(now).properties, "old");
    expect(changesOf(remove, { "x-sunset": "2027-06-01" })).toEqual([]);
    expect(changesOf(remove, { "x-sunset": "2027-06-02" })).toEqual([
      "POST /things: the reply 200.old is removed",
    ]);
    const gone = (sunset: string) =>
      breakingChanges(
        documentOf({ ...newOperation(), deprecated: true, "x-sunset": sunset }),
        { paths: {} },
        TODAY,
      );
    expect(gone("2027-06-01")).toEqual([]);
    expect(gone("2027-06-02")).toEqual(["POST /things is removed"]);
  });
});
