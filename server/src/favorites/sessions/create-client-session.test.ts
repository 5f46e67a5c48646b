import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { hashOfLinkCode } from "../../client-tokens/index.ts";

const SESSION = "/api/v1/client-session";
const ADA = "ada@visitors.test";
const MINUTE = 60_000;
const wrongCode = [
  400,
  { detail: "This code is wrong or has expired. After five wrong codes, request a new link." },
];

describe("createClientSession", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let other: FavoritesFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openFavorites(lintel, `codes-${++made}`);
    other = await openFavorites(lintel, `codes-other-${made}`);
  });

  const signIn = (body: object, { host } = brokerage, headers: Record<string, string> = {}) =>
    lintel.call(SESSION, { method: "POST", host, headers, body });
  const request = async (email = ADA, to = brokerage) => {
    const request_id = randomUUID();
    const { status } = await lintel.call("/api/v1/favorites/magic-link", {
      method: "POST",
      host: to.host,
      body: { email, request_id },
    });
    if (status !== 200) throw new Error(`the link was answered with ${status}`);
    return { request_id, code: await to.linkCode(email) };
  };
  const links = (of = brokerage) =>
    lintel.database.db
      .selectFrom("magic_links")
      .selectAll()
      .where("brokerage_id", "=", of.id)
      .orderBy("id")
      .execute();
  /** A code that is not this one. */
  const wrong = (code: string) => code.slice(0, -1) + (code.endsWith("C") ? "D" : "C");

  it("signs in by the code of the mail with the id of the request, and answers as the link does", async () => {
    const { request_id, code } = await request("Ada@Visitors.test");
    const { status, body, headers } = await signIn({ code, request_id });
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        client_id: expect.any(Number),
        auth_token: expect.any(String),
        favorites: [],
        email: ADA,
      },
    ]);
    expect(headers["cache-control"]).toBe("no-store");
    expect((await brokerage.list(body.auth_token)).status).toBe(200);
  });

  it("signs in by the code with the email, in any case, with spaces and without the hyphen", async () => {
    const ways: ((code: string) => string)[] = [
      (code) => code,
      (code) => ` ${code.toLowerCase()} `,
      (code) => code.replace("-", ""),
      (code) => code.replace("-", " \u2013 "),
      (code) => code.split("").join(" "),
    ];
    for (const way of ways) {
      await brokerage.requestLink(ADA);
      const code = way(await brokerage.linkCode(ADA));
      expect([code, (await signIn({ code, email: "ADA@visitors.test" })).status]).toEqual([code, 201]);
    }
  });

  it("signs in by the token of the link", async () => {
    const token = await brokerage.newToken(ADA);
    expect((await signIn({ token })).body.email).toBe(ADA);
    expect(outcome(await signIn({ token }))).toEqual([
      400,
      { detail: "This magic link has already been used. Request a new one." },
    ]);
    expect(outcome(await signIn({ token: "unknown" }))).toEqual([404, { detail: "Magic link not found" }]);
    expect((await signIn({ token: await other.newToken(ADA) })).status).toBe(404);
  });

  it("uses the link up: neither its code nor its token works again", async () => {
    const { request_id, code } = await request();
    const token = new URL(await brokerage.linkUrl(ADA)).hash.replace("#token=", "");
    await signIn({ code, request_id });
    for (const again of [
      { code, request_id },
      { code, email: ADA },
    ])
      expect(outcome(await signIn(again))).toEqual(wrongCode);
    expect((await brokerage.verify(token)).status).toBe(400);
    const next = await brokerage.newToken(ADA);
    await brokerage.verify(next);
    expect(outcome(await signIn({ code: await brokerage.linkCode(ADA), email: ADA }))).toEqual(wrongCode);
  });

  it("works within 15 minutes", async () => {
    const [early, late] = [await request(), await request("bob@visitors.test")];
    lintel.clock.advance(15 * MINUTE - 1);
    expect((await signIn(early)).status).toBe(201);
    lintel.clock.advance(1);
    expect(outcome(await signIn(late))).toEqual(wrongCode);
  });

  it("allows five tries of a link, of which the fifth may be the right one", async () => {
    for (const key of ["request_id", "email"] as const) {
      for (const [mistakes, status] of [
        [4, 201],
        [5, 400],
      ] as const) {
        const { code, request_id } = await request();
        const named = key === "email" ? { email: ADA } : { request_id };
        for (let nth = 0; nth < mistakes; nth++)
          expect(outcome(await signIn({ code: wrong(code), ...named }))).toEqual(wrongCode);
        expect([key, mistakes, (await signIn({ code, ...named })).status]).toEqual([key, mistakes, status]);
        lintel.clock.advance(15 * MINUTE);
      }
    }
  });

  it("counts tries that are repeated with an Idempotency-Key, which run in no transaction that is rolled back", async () => {
    const { code, request_id } = await request();
    for (let nth = 0; nth < 5; nth++)
      await signIn({ code: wrong(code), request_id }, brokerage, { "idempotency-key": randomUUID() });
    expect(outcome(await signIn({ code, request_id }))).toEqual(wrongCode);
  });

  it("counts anything that is typed as a try", async () => {
    const { code, request_id } = await request();
    for (const typed of ["AAAA-AAAA", "0", "code", "\u{1f3e1}", "x".repeat(40)])
      expect(outcome(await signIn({ code: typed, request_id }))).toEqual(wrongCode);
    expect(outcome(await signIn({ code, request_id }))).toEqual(wrongCode);
  });

  it("of 60 concurrent tries compares five", async () => {
    const { code, request_id } = await request();
    await Promise.all(Array.from({ length: 60 }, () => signIn({ code: wrong(code), request_id })));
    expect((await links()).map(({ code_tries }) => code_tries)).toEqual([5]);
    expect(outcome(await signIn({ code, request_id }))).toEqual(wrongCode);
  });

  it("of concurrent calls with the right code lets one succeed", async () => {
    const { code, request_id } = await request();
    const replies = await Promise.all(Array.from({ length: 5 }, () => signIn({ code, request_id })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400]);
  });

  it("leaves the link of the mail usable after five wrong codes", async () => {
    const { code } = await request();
    for (let nth = 0; nth < 5; nth++) await signIn({ code: wrong(code), email: ADA });
    const token = new URL(await brokerage.linkUrl(ADA)).hash.replace("#token=", "");
    expect((await brokerage.verify(token)).status).toBe(200);
  });

  it("answers an unknown request, email and brokerage exactly as a wrong code", async () => {
    const mine = await request();
    const ofBob = await request("bob@visitors.test");
    const foreign = await request(ADA, other);
    for (const guess of [
      { code: wrong(mine.code), request_id: mine.request_id },
      { code: mine.code, request_id: randomUUID() },
      { code: mine.code, request_id: ofBob.request_id },
      { code: mine.code, email: "bob@visitors.test" },
      { code: mine.code, email: "stranger@visitors.test" },
      { code: foreign.code, request_id: foreign.request_id },
      { code: foreign.code, email: ADA },
    ])
      expect(outcome(await signIn(guess))).toEqual(wrongCode);
    expect((await signIn(mine)).status).toBe(201);
    expect((await signIn(foreign, other)).status).toBe(201);
  });

  it("finds the right one of three pending links of an email", async () => {
    const codes: string[] = [];
    for (let nth = 0; nth < 3; nth++) codes.push((await request()).code);
    for (const code of codes.toReversed()) expect((await signIn({ code, email: ADA })).status).toBe(201);
  });

  it("stores a keyed hash of the code, which another installation or link does not share", async () => {
    const { code, request_id } = await request();
    const [link] = await links();
    expect(link).toMatchObject({ request_id, code_tries: 0 });
    expect(link?.code_hash).toHaveLength(32);
    expect(code).toMatch(/^[CDFGHJKMNPQRTVWXY2345789]{4}-[CDFGHJKMNPQRTVWXY2345789]{4}$/);
    const hash = link?.token_hash as Buffer;
    expect(hashOfLinkCode(lintel.ctx, hash, code)).toEqual(link?.code_hash);
    const elsewhere = { secrets: { ...lintel.ctx.secrets, encryptionKey: Buffer.alloc(32, 9) } };
    expect(hashOfLinkCode(elsewhere, hash, code)).not.toEqual(link?.code_hash);
    expect(hashOfLinkCode(lintel.ctx, Buffer.alloc(32), code)).not.toEqual(link?.code_hash);
  });

  it("links the session of the request, as the link does", async () => {
    const { session_id } = (await lintel.call("/sessions", { method: "POST", host: brokerage.host })).body;
    const { body } = await signIn(await request(), brokerage, { "x-session-id": session_id });
    const session = await lintel.database.db
      .selectFrom("visitor_sessions")
      .select("client_id")
      .where("id", "=", session_id)
      .executeTakeFirstOrThrow();
    expect(session.client_id).toBe(body.client_id);
  });

  it("names what is missing or invalid, and counts no try for it", async () => {
    const { code, request_id } = await request();
    const refused = async (body: object) => validationErrors(await signIn(body));
    expect(await refused({})).toEqual([422, [["body.code", "code is required without a token"]]]);
    for (let nth = 0; nth < 6; nth++)
      expect(await refused({ code })).toEqual([
        422,
        [["body.email", "email or request_id is required with a code"]],
      ]);
    expect(await refused({ code: " ", email: ADA })).toEqual([
      422,
      [["body.code", "code must not be empty"]],
    ]);
    expect(await refused({ code, request_id: "7" })).toEqual([
      422,
      [["body.request_id", "request_id must be a valid UUID"]],
    ]);
    expect((await signIn({ code, request_id })).status).toBe(201);
  });
});
