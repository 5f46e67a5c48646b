import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { cookieFor } from "../../test/harness/client-cookie.ts";
import {
  type FavoritesFixture,
  INVALID_TOKEN_REPLY,
  openFavorites,
} from "../../test/harness/favorites-fixture.ts";
import { DAY, type PrivacyFixture, privacyOf } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { sendConfirmations } from "./send-confirmations.ts";

const ADA = "ada@visitors.test";

describe("createOwnPrivacyRequest", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture & PrivacyFixture;
  let other: FavoritesFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    const favorites = await openFavorites(lintel, `own-${++made}`);
    brokerage = { ...favorites, ...privacyOf(lintel, favorites) };
    other = await openFavorites(lintel, `own-other-${made}`);
  });

  const ask = (kind: unknown, headers: Record<string, string>, { host } = brokerage as FavoritesFixture) =>
    lintel.call("/api/privacy/own-requests", { method: "POST", host, headers, body: { kind } });

  it("exports the client's own data by cookie or token, without a confirmation: the link is mailed to them", async () => {
    const lead = await brokerage.makeLead({ email: ADA });
    await brokerage.makeLead({ email: "bob@visitors.test" });
    const cookie = await cookieFor(lintel, brokerage, ADA);
    const authorization = `Bearer ${await brokerage.signIn(ADA)}`;
    const credentials: Record<string, string>[] = [{ cookie }, { authorization }];
    for (const headers of credentials) {
      const reply = await ask("export", headers);
      expect(outcome(reply)).toEqual([202, { id: expect.any(Number), status: "confirmed" }]);
    }
    expect(await brokerage.sweep()).toMatchObject({ privacy_request_done: 2 });
    const path = (await brokerage.linkInMail("privacy_export_ready", ADA)) as string;
    const { body } = await lintel.call(path);
    expect(body.leads.map(({ id }: { id: number }) => id)).toEqual([lead]);
    expect(body.sign_ins).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(cookie.split("=")[1]);
  });

  it("has an erasure confirmed by mail, then erases the client and ends their sessions", async () => {
    const cookie = await cookieFor(lintel, brokerage, ADA);
    expect(outcome(await ask("erase", { cookie }))).toEqual([
      202,
      { id: expect.any(Number), status: "pending_confirmation" },
    ]);
    await brokerage.sweep();
    expect((await ask("export", { cookie })).status).toBe(202);
    await sendConfirmations(lintel.ctx);
    const path = (await brokerage.linkInMail("privacy_confirmation", ADA)) as string;
    expect((await lintel.call(path, { method: "POST" })).status).toBe(200);
    lintel.clock.advance(30 * DAY);
    await brokerage.sweep();
    expect(outcome(await ask("export", { cookie }))).toEqual(INVALID_TOKEN_REPLY);
    const clients = await lintel.database.db
      .selectFrom("clients")
      .select("id")
      .where("brokerage_id", "=", brokerage.id)
      .execute();
    expect(clients).toEqual([]);
  });

  it("is refused to visitors, and with a cookie of another brokerage", async () => {
    const cookie = await cookieFor(lintel, other, ADA);
    await cookieFor(lintel, brokerage, ADA);
    const authorization = `Bearer ${await other.signIn(ADA)}`;
    const credentials: Record<string, string>[] = [{}, { cookie }, { authorization }];
    for (const headers of credentials)
      expect(outcome(await ask("export", headers))).toEqual(INVALID_TOKEN_REPLY);
    expect(await brokerage.requests()).toEqual([]);
  });

  it("refuses other kinds", async () => {
    const cookie = await cookieFor(lintel, brokerage, ADA);
    const [status, found] = validationErrors(await ask("sell", { cookie }));
    expect([status, (found as string[][])[0]?.[0]]).toEqual([422, "body.kind"]);
  });
});
