import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import {
  newConfirmation,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const HOUR = 3_600_000;
const ADA = "ada@visitors.test";
const wrongCode = [
  400,
  { detail: "This code is wrong or has expired. After five wrong codes, request a new link." },
];

describe("redeemSearchConfirmation", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  let south: SearchesFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    north = await openSearches(lintel, `north-${++made}`);
    south = await openSearches(lintel, `south-${made}`);
  });

  const ask = async (email = ADA, of = north) => {
    const request_id = randomUUID();
    const reply = await lintel.call(SEARCHES, {
      method: "POST",
      host: of.host,
      body: { email, request_id, filters: { city: ["Boise"] }, name: "Near work" },
    });
    expect(outcome(reply)).toEqual([202, { status: "pending_confirmation" }]);
    return { request_id, code: await of.linkCode(email, "search_confirmation") };
  };
  const redeem = (body: object, { host } = north) =>
    lintel.call(`${SEARCHES}/confirm`, { method: "POST", host, body });
  const wrong = (code: string) => code.slice(0, -1) + (code.endsWith("C") ? "D" : "C");
  const saved = async () =>
    (
      await lintel.database.db
        .selectFrom("saved_searches")
        .select("id")
        .where("brokerage_id", "=", north.id)
        .execute()
    ).length;

  it("saves the search by the code of the mail, with the id of the request or the email", async () => {
    const { code, request_id } = await ask();
    const { status, body } = await redeem({ code: code.toLowerCase().replace("-", " "), request_id });
    expect([status, body]).toMatchObject([201, { search: { name: "Near work" } }]);
    const { body: list } = await lintel.call(SEARCHES, north.as(body.auth_token));
    expect(list.items.map(({ id }: { id: number }) => id)).toEqual([body.search.id]);
    const next = await ask();
    expect((await redeem({ code: next.code, email: "ADA@visitors.test" })).status).toBe(201);
    expect(await saved()).toBe(2);
  });

  it("saves the search by the token of the link, once", async () => {
    const token = await newConfirmation(lintel, north.host, ADA);
    expect((await redeem({ token })).status).toBe(201);
    expect(outcome(await redeem({ token }))).toEqual([
      400,
      { detail: "This confirmation link has already been used." },
    ]);
    expect(outcome(await redeem({ token: "unknown" }))).toEqual([
      404,
      { detail: "Confirmation link not found" },
    ]);
  });

  it("allows five tries, for 48 hours, and works once", async () => {
    const first = await ask();
    for (let nth = 0; nth < 5; nth++)
      expect(outcome(await redeem({ ...first, code: wrong(first.code) }))).toEqual(wrongCode);
    expect(outcome(await redeem(first))).toEqual(wrongCode);
    const second = await ask();
    lintel.clock.advance(48 * HOUR - 1);
    expect((await redeem(second)).status).toBe(201);
    expect(outcome(await redeem(second))).toEqual(wrongCode);
    const third = await ask();
    lintel.clock.advance(48 * HOUR);
    expect(outcome(await redeem(third))).toEqual(wrongCode);
    expect(await saved()).toBe(1);
  });

  it("of 60 concurrent tries compares five", async () => {
    const { code, request_id } = await ask();
    await Promise.all(Array.from({ length: 60 }, () => redeem({ code: wrong(code), request_id })));
    const rows = await lintel.database.db
      .selectFrom("search_confirmations")
      .select("code_tries")
      .where("brokerage_id", "=", north.id)
      .execute();
    expect(rows).toEqual([{ code_tries: 5 }]);
  });

  it("answers an unknown request, email and brokerage exactly as a wrong code", async () => {
    const mine = await ask();
    const foreign = await ask(ADA, south);
    await north.requestLink(ADA);
    const ofFavorites = await north.linkCode(ADA);
    for (const guess of [
      { code: mine.code, request_id: randomUUID() },
      { code: mine.code, email: "stranger@visitors.test" },
      { code: foreign.code, request_id: foreign.request_id },
      { code: ofFavorites, email: ADA },
    ])
      expect(outcome(await redeem(guess))).toEqual(wrongCode);
    expect((await redeem(mine)).status).toBe(201);
    expect((await redeem(foreign, south)).status).toBe(201);
  });

  it("leaves the link usable when the client has 50 searches", async () => {
    const own = await north.signIn(ADA);
    const ids: number[] = [];
    for (let nth = 0; nth < 50; nth++)
      ids.push((await north.save(own, { filters: { min_beds: 2 } })).body.id);
    const guess = await ask();
    expect((await redeem(guess)).status).toBe(409);
    await lintel.call(`${SEARCHES}/${ids[0]}`, { ...north.as(own), method: "DELETE" });
    expect((await redeem(guess)).status).toBe(201);
  });

  it("names what is missing", async () => {
    expect(validationErrors(await redeem({}))).toEqual([
      422,
      [["body.code", "code is required without a token"]],
    ]);
    expect(validationErrors(await redeem({ code: "CDFG-HJKM" }))).toEqual([
      422,
      [["body.email", "email or request_id is required with a code"]],
    ]);
  });
});
