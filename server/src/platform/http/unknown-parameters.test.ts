import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaff, ownPage, type StaffFixture } from "../../../test/harness/staff-fixture.ts";
import type { TestApp } from "../../../test/harness/test-app.ts";
import { slices } from "../../slices.ts";
import { AppError } from "../errors.ts";
import { refuseUnknownParameters } from "./unknown-parameters.ts";

const SEARCH = ["city", "state", "min_beds", "max_beds", "min_price", "page", "page_size", "sort_by"];

const messagesOf = (query: object, known = SEARCH): string[] => {
  try {
    refuseUnknownParameters(query, known);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.detail as { msg: string }[]).map(({ msg }) => msg);
  }
};

describe("an unknown query parameter", () => {
  it.each([
    ["min_bed", "min_beds"],
    ["minBeds", "min_beds"],
    ["beds_min", "min_beds"],
    ["Min-Beds", "min_beds"],
    ["pagesize", "page_size"],
    ["sort", "sort_by"],
    ["citty", "city"],
  ])("%s is refused with the nearest name, %s", (name, nearest) => {
    expect(messagesOf({ [name]: "3" })).toEqual([
      `${name} is not a parameter of this request; did you mean ${nearest}?`,
    ]);
  });

  it("that is like none is refused with all there are", () => {
    expect(messagesOf({ xyzzy: "1" })).toEqual([
      `xyzzy is not a parameter of this request; it takes ${SEARCH.join(", ")}`,
    ]);
    expect(messagesOf({ page: "1" }, [])).toEqual([
      "page is not a parameter of this request, which takes none",
    ]);
  });

  it("of an advertisement is ignored, and so is a name that begins with _", () => {
    expect(messagesOf({ utm_source: "a", utm_x: "b", gclid: "c", fbclid: "d", _: "1", _debug: "2" })).toEqual(
      [],
    );
  });

  it("is named each, twenty at most, in bounded length", () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`x${index}`.repeat(900), "1"]),
    );
    const messages = messagesOf(many);
    expect(messages).toHaveLength(20);
    expect(messages.join("").length).toBeLessThan(20_000);
  });
});

describe("over HTTP", () => {
  let staff: StaffFixture;
  let lintel: TestApp;
  beforeAll(async () => {
    staff = await openStaff();
    ({ lintel } = staff);
  });
  afterAll(() => staff.close());

  it("every route of the product refuses it, after it has judged the caller", async () => {
    const key = await lintel.createKey("admin");
    const { host, id } = await lintel.createTenant("asked");
    await staff.makeContact(id, "bea@asked.test");
    const signedIn = {
      cookie: await staff.signIn(host, "bea@asked.test"),
      "x-forwarded-proto": "https",
      ...ownPage(host),
    };
    const judged: Record<string, unknown> = {};
    for (const route of slices.flatMap((slice) => slice.routes)) {
      const { method, path, permission, operationId, token, signedForm, session } = route;
      if (token || signedForm) continue;
      const url = `${path.replaceAll(/\{\w+\}/g, "1")}?no_such_parameter=1`;
      const credential = permission === "public" ? {} : session ? { headers: signedIn } : { key };
      const { status, text } = await lintel.call(url, {
        method,
        host,
        ...credential,
        // Where a body decides who is served, this one is of a visitor who is.
        ...(method !== "GET" && { body: route.bodyPrecondition ? { email: "visitor@example.test" } : {} }),
      });
      // A session is looked for before the input is judged.
      if (text.includes("Session not found")) continue;
      if (status !== 422 || !text.includes("no_such_parameter"))
        judged[operationId] = [status, text.slice(0, 200)];
    }
    expect(judged).toEqual({});
  });

  it("names the place and the kind of the error", async () => {
    const { host } = await lintel.createTenant("mistyped");
    const { status, body } = await lintel.call("/api/properties?min_bed=3&utm_source=mail", { host });
    expect([status, body]).toEqual([
      422,
      {
        detail: [
          {
            loc: ["query", "min_bed"],
            msg: "min_bed is not a parameter of this request; did you mean min_beds?",
            type: "extra_forbidden",
          },
        ],
      },
    ]);
  });
});
