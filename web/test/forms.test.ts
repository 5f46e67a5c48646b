import { describe, expect, it } from "vitest";
import type { SiteRequest } from "../site/contract.ts";
import { apiErrors } from "../site/forms/api-errors.ts";
import { FormFields } from "../site/forms/form-fields.ts";
import { isOwnForm } from "../site/forms/form-origin.ts";
import { idempotencyKey } from "../site/forms/idempotency-key.ts";

describe("the origin of a form", () => {
  const origin = "https://north.test";
  const isOwn = (headers: Record<string, string>, signsIn = false) => isOwnForm({ headers, origin }, signsIn);

  it.each([
    [{ origin: "https://north.test" }, true],
    [{ origin: "http://north.test" }, true],
    [{ origin: "https://north.test", "sec-fetch-site": "same-origin" }, true],
    [{ "sec-fetch-site": "same-origin" }, true],
    [{ origin: "null" }, false],
    [{ origin: "" }, false],
    [{ origin: "https://evil.test" }, false],
    [{ origin: "https://north.test.evil.test" }, false],
    [{ origin: "https://north.test:8443" }, false],
    [{ origin: "https://north.test", "sec-fetch-site": "cross-site" }, false],
    [{ origin: "https://north.test", "sec-fetch-site": "same-site" }, false],
    [{ "sec-fetch-site": "cross-site" }, false],
  ])("%j: %s", (headers, isAccepted) => {
    expect(isOwn(headers)).toBe(isAccepted);
    expect(isOwn(headers, true)).toBe(isAccepted);
  });

  it("may be missing where the form signs its visitor in nowhere", () => {
    expect([isOwn({}), isOwn({}, true)]).toEqual([true, false]);
  });
});

describe("the idempotency key of a form", () => {
  const sent: SiteRequest = {
    method: "POST",
    target: "/contact?utm_source=x",
    origin: "https://north.test",
    headers: {},
    body: "name=Ada",
    address: "198.51.100.1",
    tenant: { brokerageId: 1, revision: "1" },
  };

  it("is the same for the same form, and differs by brokerage, path, fields and address", () => {
    expect(idempotencyKey({ ...sent, target: "/contact", tenant: { brokerageId: 1, revision: "2" } })).toBe(
      idempotencyKey(sent),
    );
    const others = [
      { ...sent, target: "/sell" },
      { ...sent, body: "name=Bob" },
      { ...sent, address: "198.51.100.2" },
      { ...sent, tenant: { brokerageId: 2, revision: "1" } },
    ];
    expect(new Set([sent, ...others].map(idempotencyKey)).size).toBe(5);
  });
});

describe("the fields of a form", () => {
  it("are trimmed, with line ends of one kind, and bounded in number", () => {
    const fields = new FormFields("name=+Ada+&message=one%0D%0Atwo&tag=a&tag=b");
    expect([fields.get("name"), fields.get("message"), fields.get("none")]).toEqual(["Ada", "one\ntwo", ""]);
    expect([fields.all("tag"), fields.optional("none")]).toEqual([["a", "b"], undefined]);
    const many = new FormFields(Array.from({ length: 500 }, (_, nth) => `f${nth}=1`).join("&"));
    expect(many.entries()).toHaveLength(100);
  });
});

describe("the API's errors of a form", () => {
  const labels = { email: "Email", name: "Your name" };
  const answer = (status: number, detail: unknown) => ({
    error: { detail },
    response: new Response("", { status }),
  });

  it("stand beside the fields, by their labels", () => {
    const issues = [
      { loc: ["body", "email"], msg: "email must be an email address" },
      { loc: ["body", "firstName"], msg: "firstName must not be empty" },
      { loc: [], msg: "text must not contain NUL characters" },
    ];
    expect(apiErrors(answer(422, issues), labels, { firstName: "name" })).toEqual([
      { field: "email", message: "Email must be an email address" },
      { field: "name", message: "Your name must not be empty" },
      { field: null, message: "text must not contain NUL characters" },
    ]);
  });

  it("concern the form as a whole where no field is named", () => {
    expect(apiErrors(answer(429, "Rate limit exceeded"), labels)).toEqual([
      { field: null, message: expect.stringContaining("Try again in a few minutes") },
    ]);
    expect(apiErrors(answer(500, "Internal server error"), labels)[0]?.message).not.toContain("Internal");
    expect(apiErrors(answer(404, "Listing not found"), labels)).toEqual([
      { field: null, message: "Listing not found" },
    ]);
  });
});
