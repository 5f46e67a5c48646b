import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Reply, startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { createApp } from "../app.ts";
import { createServices } from "../services.ts";

const HOUR_MS = 3_600_000;
const PATH = "/api/admin/brokerages";

describe("Idempotency-Key, on POST /api/admin/brokerages", () => {
  let lintel: TestApp;
  let key: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    key = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const newSlug = () => `house-${++made}`;
  const post = (idempotencyKey: string, body: object, options: { key?: string; path?: string } = {}) =>
    lintel.call(options.path ?? PATH, {
      method: "POST",
      key: options.key ?? key,
      headers: { "idempotency-key": idempotencyKey },
      body,
    });
  const rows = async (slug: string) =>
    (await lintel.database.db.selectFrom("brokerages").where("slug", "=", slug).select("id").execute())
      .length;
  const replayed = (reply: Reply) => reply.headers["idempotent-replayed"];

  it("of 1,000 concurrent requests with one key, one creates a row; the others are 409 or repeat its reply", async () => {
    const body = { slug: newSlug(), name: "Once" };
    const replies = await Promise.all(Array.from({ length: 1000 }, () => post("at-once", body)));
    const first = replies.filter((reply) => reply.status === 200 && replayed(reply) === undefined);
    expect(first).toHaveLength(1);
    for (const reply of replies) {
      if (reply.status === 409) {
        expect(reply.body).toEqual({ detail: "A request with this Idempotency-Key is still running" });
        expect(reply.headers["retry-after"]).toBe("1");
      } else expect([reply.status, reply.text]).toEqual([200, first[0]?.text]);
    }
    expect(await rows(body.slug)).toBe(1);
    const written = await lintel.database.db
      .selectFrom("audit_log")
      .where("target_type", "=", "brokerage")
      .where("target_id", "=", String(first[0]?.body.id))
      .select("id")
      .execute();
    expect(written).toHaveLength(1);
  });

  it("a repeat has the same status and body, and is marked as a repeat", async () => {
    const body = { slug: newSlug(), name: "Twice" };
    const [first, second, third] = [
      await post("again", body),
      await post("again", body),
      await post("again", body),
    ];
    expect([first.status, replayed(first)]).toEqual([200, undefined]);
    for (const repeat of [second, third]) {
      expect([repeat.status, repeat.text, replayed(repeat)]).toEqual([200, first.text, "true"]);
      expect(repeat.headers["content-type"]).toBe(first.headers["content-type"]);
    }
    expect((await post("another", { slug: newSlug(), name: "Twice" })).body.id).not.toBe(first.body.id);
  });

  it("another body with the same key is 422, and so is another query; the first reply stays", async () => {
    const body = { slug: newSlug(), name: "First" };
    const first = await post("one-body", body);
    for (const [other, path] of [
      [{ ...body, name: "Second" }, PATH],
      [body, `${PATH}?_dry=1`],
    ] as const) {
      const refused = await post("one-body", other, { path });
      expect([refused.status, refused.body]).toEqual([
        422,
        {
          detail: [
            {
              loc: ["header", "Idempotency-Key"],
              msg: "Idempotency-Key was sent before with another body or query",
              type: "value_error",
            },
          ],
        },
      ]);
    }
    expect((await post("one-body", body)).text).toBe(first.text);
  });

  it("a kept reply outlives the process", async () => {
    const body = { slug: newSlug(), name: "Restart" };
    const first = await post("restart", body);
    const { config, secrets, log } = lintel.services;
    const services = createServices({ config, secrets, database: lintel.database, log, clock: lintel.clock });
    const next = await createApp(services);
    const {
      statusCode,
      body: text,
      headers,
    } = await next.inject({
      method: "POST",
      url: `${PATH}/`,
      headers: { "x-api-key": key, "idempotency-key": "restart" },
      payload: body,
    });
    expect([statusCode, text, headers["idempotent-replayed"]]).toEqual([200, first.text, "true"]);
    await next.close();
  });

  it("a request whose process died before its commit can be sent again after two minutes, and not before", async () => {
    const body = { slug: newSlug(), name: "Crash" };
    await post("crash", body);
    // What a crash leaves behind: the claim, and nothing of what was done.
    const { db } = lintel.database;
    await db.deleteFrom("brokerages").where("slug", "=", body.slug).execute();
    await db
      .updateTable("idempotency_keys")
      .set({ status: null, body: null, claimed_at: lintel.clock.now(), created_at: lintel.clock.now() })
      .where("body", "like", `%${body.slug}%`)
      .execute();

    lintel.clock.advance(119_999);
    expect((await post("crash", body)).status).toBe(409);
    expect((await post("crash", { ...body, name: "Other" })).status).toBe(422);
    lintel.clock.advance(1);
    const taken = await Promise.all(Array.from({ length: 20 }, () => post("crash", body)));
    expect(taken.filter((reply) => reply.status === 200 && replayed(reply) === undefined)).toHaveLength(1);
    expect(taken.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await rows(body.slug)).toBe(1);
  });

  it("a refusal is repeated, even when it would succeed now", async () => {
    const slug = newSlug();
    await post("takes-it", { slug, name: "Taken" });
    const body = { slug, name: "Refused" };
    const refused = await post("refused", body);
    expect([refused.status, refused.body]).toEqual([400, { detail: "Slug already exists" }]);
    await lintel.database.db.deleteFrom("brokerages").where("slug", "=", slug).execute();
    const repeat = await post("refused", body);
    expect([repeat.status, repeat.text, replayed(repeat)]).toEqual([400, refused.text, "true"]);
    expect((await post("anew", body)).status).toBe(200);
  });

  it("invalid input and a missing permission use up no key", async () => {
    const body = { slug: newSlug(), name: "Later" };
    const agent = await lintel.createKey("agent");
    expect((await post("unused", { slug: 7 })).status).toBe(422);
    expect((await post("unused", body, { key: "lk_unknown" })).status).toBe(401);
    expect((await post("unused", body, { key: agent })).status).toBe(403);
    const first = await post("unused", body);
    expect([first.status, replayed(first)]).toEqual([200, undefined]);
  });

  it("the same key of another caller is another key", async () => {
    const other = await lintel.createKey("admin");
    const replies = [
      await post("mine", { slug: newSlug(), name: "Mine" }),
      await post("mine", { slug: newSlug(), name: "Theirs" }, { key: other }),
    ];
    expect(replies.map((reply) => [reply.status, replayed(reply)])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
  });

  it("the same key on another path is another key", async () => {
    const [one, two] = [await lintel.createTenant("path-one"), await lintel.createTenant("path-two")];
    for (const { id } of [one, two]) {
      const added = await post("domain", { domain: `shared-${id}.test` }, { path: `${PATH}/${id}/domains` });
      expect([added.status, replayed(added)]).toEqual([201, undefined]);
    }
  });

  it.each([
    ["empty", ""],
    ["256 characters", "k".repeat(256)],
    ["a tab", "a\tb"],
    ["letters beyond ASCII", "clé"],
  ])("a key that is %s is 422", async (_name, bad) => {
    const slug = newSlug();
    const reply = await post(bad, { slug, name: "Bad" });
    expect([reply.status, reply.body]).toEqual([
      422,
      {
        detail: [
          {
            loc: ["header", "Idempotency-Key"],
            msg: "Idempotency-Key must be 1 to 255 printable ASCII characters",
            type: "value_error",
          },
        ],
      },
    ]);
    expect(await rows(slug)).toBe(0);
  });

  it("a key may be 255 characters long, blanks and signs included", async () => {
    const body = { slug: newSlug(), name: "Long" };
    const long = `{"order": 7} ${"~".repeat(242)}`;
    expect((await post(long, body)).status).toBe(200);
    expect(replayed(await post(long, body))).toBe("true");
  });

  it("after 24 hours a key is free again, and its reply is deleted", async () => {
    const slug = newSlug();
    await post("a-day", { slug, name: "Day" });
    const kept = async () =>
      (
        await lintel.database.db
          .selectFrom("idempotency_keys")
          .where("body", "like", `%"${slug}"%`)
          .select("scope")
          .execute()
      ).length;
    lintel.clock.advance(24 * HOUR_MS - 1);
    expect(replayed(await post("a-day", { slug, name: "Day" }))).toBe("true");
    lintel.clock.advance(1);
    const dayLater = await post("a-day", { slug, name: "Another day" });
    expect([dayLater.status, replayed(dayLater)]).toEqual([400, undefined]);
    lintel.clock.advance(HOUR_MS);
    await post("tidies", { slug: newSlug(), name: "Tidy" });
    expect(await kept()).toBe(0);
  });
});
