import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dereferenced } from "../../../test/harness/dereferenced.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { permissions } from "../http/permissions.ts";

type Operation = {
  tags: string[];
  security: object[];
  description: string;
  responses: Record<string, { description: string }>;
};

describe("/openapi.json", () => {
  let lintel: TestApp;
  let document: {
    info: { description: string };
    components: { securitySchemes: Record<string, { type: string; scheme?: string; in?: string }> };
    paths: Record<string, Record<string, Operation>>;
    webhooks: Record<string, { post: { operationId: string; requestBody: { content: object } } }>;
  };
  let operations: Operation[];
  beforeAll(async () => {
    lintel = await startTestApp();
    document = dereferenced((await lintel.call("/openapi.json")).body);
    operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  });
  afterAll(() => lintel.close());

  it("describes both kinds of credentials", () => {
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      oidc: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    });
  });

  it("describes every message that webhooks get", () => {
    expect(Object.keys(document.webhooks).toSorted()).toEqual([
      "image.analyzed",
      "indexing.completed",
      "lead.assigned",
      "lead.created",
      "lead.stage_changed",
      "listing.updated",
      "tour.requested",
    ]);
    expect(document.webhooks["lead.stage_changed"]?.post).toMatchObject({
      operationId: "receiveLeadStageChanged",
      requestBody: {
        content: {
          "application/json": {
            schema: {
              properties: {
                event: { const: "lead.stage_changed" },
                data: { required: expect.arrayContaining(["lead_id", "from_stage", "to_stage"]) },
              },
            },
          },
        },
      },
    });
  });

  it("prints the permission table with the texts of refusals", () => {
    for (const [name, { roles, refusal }] of Object.entries(permissions)) {
      const who = roles === null ? "everybody" : roles.join(", ");
      const line = document.info.description.split("\n").find((each) => each.startsWith(`| ${name} |`));
      expect(line).toContain(who);
      expect(line).toContain(refusal);
    }
  });

  it("says of every route that wants credentials which will do, and how it refuses others", () => {
    const wanting = (scheme: string) =>
      operations.filter(({ security }) => security.some((each) => scheme in each));
    for (const { responses } of wanting("favorites")) {
      expect(responses[401]?.description).toContain(
        "Invalid or expired auth token. Request a new magic link.",
      );
    }
    // On routes of favorites a domain without brokerage is a bad request.
    for (const { tags, responses } of wanting("favorites")) {
      if (!tags.includes("Favorites")) continue;
      expect(responses[400]?.description).toContain("Brokerage not found");
      expect(responses[404]?.description ?? "").not.toContain("Brokerage not found");
    }
    const closed = wanting("apiKey");
    expect(closed.length).toBeGreaterThan(0);
    for (const { security, responses } of closed) {
      expect(security).toEqual([{ apiKey: [] }, { oidc: [] }, { staffCookie: [] }]);
      for (const text of ["Not authenticated", "Invalid API key", "Token has expired", "Invalid token"]) {
        expect(responses[401]?.description).toContain(text);
      }
      expect(responses).toHaveProperty("403");
      expect(responses).toHaveProperty("503");
    }
    const open = operations.filter(({ security }) => security.length === 0);
    // Those that sign staff in refuse credentials in their bodies.
    const refusing = open.filter(({ responses }) => "401" in responses).map(({ tags }) => tags[0]);
    expect(refusing).toEqual(["Staff sign-in", "Staff sign-in"]);
  });
});
