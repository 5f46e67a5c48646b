import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dereferenced } from "../../test/harness/dereferenced.ts";
import { type Reply, startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/admin/brokerages";

describe("Idempotency-Key, by route", () => {
  let lintel: TestApp;
  let key: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    key = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const post = (idempotencyKey: string, body: object) =>
    lintel.call("/api/admin/api-keys", {
      method: "POST",
      key,
      headers: { "idempotency-key": idempotencyKey },
      body,
    });
  const replayed = (reply: Reply) => reply.headers["idempotent-replayed"];

  it("a reply that shows a secret is not kept: a repeat is 409 and makes no second key", async () => {
    const body = {
      name: "integration",
      role: "agent",
      brokerage_id: (await lintel.createTenant("secrets")).id,
    };
    const first = await post("secret", body);
    expect(first.status).toBe(201);
    const repeat = await post("secret", body);
    expect([repeat.status, repeat.body]).toEqual([
      409,
      {
        detail: expect.stringMatching(/^This request was completed before. Its reply held a secret/),
      },
    ]);
    expect(repeat.text).not.toContain(first.body.key);
    const { db } = lintel.database;
    expect(
      await db.selectFrom("api_keys").where("name", "=", "integration").select("id").execute(),
    ).toHaveLength(1);
    const stored = await db.selectFrom("idempotency_keys").select("body").execute();
    expect(JSON.stringify(stored)).not.toContain(first.body.key);
    // What it refuses holds no secret.
    const wrong = { ...body, brokerage_id: 2_000_000 };
    await post("no-secret", wrong);
    expect(replayed(await post("no-secret", wrong))).toBe("true");
  });

  it("streams run on every request", async () => {
    const send = () =>
      lintel.call("/api/admin/listings/import?source=idem", {
        method: "POST",
        key,
        headers: { "idempotency-key": "stream", "content-type": "application/x-ndjson" },
        body: "",
      });
    const replies = [await send(), await send()];
    expect(replies.map((reply) => [reply.status, replayed(reply)])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
  });

  it("other methods ignore the key", async () => {
    const { id } = await lintel.createTenant("methods");
    const rename = (name: string) =>
      lintel.call(`${PATH}/${id}`, {
        method: "PUT",
        key,
        headers: { "idempotency-key": "put" },
        body: { name },
      });
    expect([(await rename("One")).body.name, (await rename("Two")).body.name]).toEqual(["One", "Two"]);
  });

  it("the OpenAPI document has the header at every POST that accepts it, and at no other route", async () => {
    const { paths } = dereferenced((await lintel.call("/openapi.json")).body);
    type Operation = { parameters?: { in: string; name: string; required?: boolean }[]; responses: object };
    const withKey = (Object.entries(paths) as [string, Record<string, Operation>][]).flatMap(
      ([path, methods]) =>
        Object.entries(methods)
          .filter(([, { parameters }]) => parameters?.some(({ name }) => name === "Idempotency-Key"))
          .map(([method, operation]) => ({ path, method, operation })),
    );
    expect(withKey.map(({ path }) => path)).toContain(PATH);
    expect(withKey.map(({ path }) => path)).not.toContain("/api/admin/listings/import");
    for (const { method, operation } of withKey) {
      expect(method).toBe("post");
      expect(operation.parameters).toContainEqual(
        expect.objectContaining({ in: "header", name: "Idempotency-Key", required: false }),
      );
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["409", "422"]));
    }
  });
});
