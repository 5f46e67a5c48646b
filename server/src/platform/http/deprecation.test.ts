import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { slices } from "../../slices.ts";
import type { Context } from "../context.ts";
import { AppError } from "../errors.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { route } from "./route.ts";
import { routeSchema } from "./route-schema.ts";

const SIX_MONTHS_MS = 181 * 86_400_000;

const deprecated = { since: "2026-12-01", sunset: "2027-06-15", instead: "use the other one" };

describe("a deprecated field", () => {
  const reading = {
    method: "GET",
    operationId: "readOld",
    summary: "Read",
    tag: "Tests",
    permission: "public",
    params: Type.Object({ number: Type.Integer({ minimum: 1 }) }),
    response: Type.Object({ old: Type.Integer({ deprecated: true }) }),
    run: (_ctx: Context, { number }: { number: number }) => {
      if (number > 1) throw new AppError("not_found", "There is no such number");
      return { old: number };
    },
  } as const;
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp(
      {},
      {
        routes: [
          route({ ...reading, path: "/old/{number}", deprecated: { ...deprecated, fields: ["old"] } }),
          route({ ...reading, path: "/new/{number}", operationId: "readNew" }),
        ],
      },
    );
  });
  afterAll(() => lintel.close());

  it("is named in the document, and by the headers of every reply of its operation, errors included", async () => {
    for (const [number, status] of [
      ["1", 200],
      ["2", 404],
      ["none", 422],
    ]) {
      const reply = await lintel.call(`/old/${number}`);
      expect([reply.status, reply.headers.deprecation, reply.headers.sunset]).toEqual([
        status,
        "@1796083200",
        "Tue, 15 Jun 2027 00:00:00 GMT",
      ]);
    }
    const other = await lintel.call("/new/1");
    expect([other.status, other.headers.deprecation, other.headers.sunset]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    const { body } = await lintel.call("/openapi.json");
    const operation = body.paths["/old/{number}"].get;
    expect(operation.description).toContain(
      "`old` is deprecated since 2026-12-01 and may be gone from 2027-06-15 on: use the other one",
    );
    expect([operation.deprecated, operation["x-sunset"]]).toEqual([undefined, "2027-06-15"]);
    expect(body.paths["/new/{number}"].get.description).not.toContain("deprecated");
  });
});

describe("a deprecated operation", () => {
  it("is deprecated in the document", () => {
    const described = {
      method: "GET",
      path: "/old",
      operationId: "old",
      summary: "Old",
      tag: "old",
    } as const;
    expect(
      routeSchema({ ...described, permission: "public", response: Type.Object({}), deprecated }),
    ).toMatchObject({ deprecated: true, description: expect.stringContaining("use the other one") });
    expect(deprecationHeaders(deprecated)).toEqual({
      deprecation: "@1796083200",
      sunset: "Tue, 15 Jun 2027 00:00:00 GMT",
    });
  });
});

it("every deprecation of the product is announced for six months or longer", () => {
  const announced = slices.flatMap(({ routes }) => routes).flatMap(({ deprecated }) => deprecated ?? []);
  for (const { since, sunset } of announced)
    expect(Date.parse(sunset) - Date.parse(since)).toBeGreaterThanOrEqual(SIX_MONTHS_MS);
});

it("the history in a listing, which the contract demands, is not deprecated", () => {
  const getListing = slices
    .flatMap(({ routes }) => routes)
    .find(({ operationId }) => operationId === "getListing");
  expect(getListing?.deprecated).toBeUndefined();
  expect(JSON.stringify(getListing?.response)).not.toContain("deprecated");
});
