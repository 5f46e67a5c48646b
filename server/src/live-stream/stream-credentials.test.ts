import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LeadFixture, openLeads } from "../../test/harness/lead-fixture.ts";
import { type OidcProvider, startOidcProvider } from "../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

type Credentials = Record<string, string>;

describe("credentials of the live stream", () => {
  let provider: OidcProvider;
  let lintel: TestApp;
  let origin: string;
  let brokerage: LeadFixture;
  let own: Credentials;
  beforeAll(async () => {
    provider = await startOidcProvider({ now: () => lintel.clock.now() });
    lintel = await startTestApp(provider.environment);
    origin = await lintel.app.listen({ port: 0, host: "127.0.0.1" });
    brokerage = await openLeads(lintel, "north");
    own = { origin, "x-requested-with": "lintel" };
  });
  afterAll(async () => {
    await lintel.close();
    await provider.stop();
  });

  /** Signs a browser in: the Cookie header that it sends from then on. */
  async function signIn(): Promise<string> {
    const reply = await fetch(`${origin}/api/auth/sessions`, {
      method: "POST",
      headers: { ...own, "content-type": "application/json" },
      body: JSON.stringify({ api_key: brokerage.broker }),
    });
    expect(reply.status).toBe(201);
    return reply.headers.getSetCookie()[0]?.split(";", 1)[0] as string;
  }

  const tokenOfAdmin = () => provider.token({ sub: "ann", email: "ann@idp.test", roles: ["admin"] });

  /** Opens a stream, reads its first bytes, and leaves. */
  async function statusOf(headers: Credentials, query = ""): Promise<number> {
    const leaving = new AbortController();
    const url = `${origin}/api/v1/admin/stream${query}`;
    const reply = await fetch(url, { headers, signal: leaving.signal });
    if (reply.ok) await reply.body?.getReader().read();
    leaving.abort();
    return reply.status;
  }

  it("are the cookie alone: a key and a token are refused", async () => {
    expect(await statusOf({ cookie: await signIn() })).toBe(200);
    expect(await statusOf({ "x-api-key": brokerage.broker })).toBe(403);
    expect(await statusOf({ authorization: `Bearer ${await tokenOfAdmin()}` })).toBe(403);
    expect(await statusOf({})).toBe(401);
  });

  it("never stand in the address, where logs and histories keep them", async () => {
    const cookie = (await signIn()).split("=")[1] as string;
    for (const secret of [brokerage.broker, await tokenOfAdmin(), cookie])
      for (const name of [
        "api_key",
        "x-api-key",
        "key",
        "token",
        "access_token",
        "authorization",
        "lintel_staff",
      ])
        for (const value of [secret, `Bearer ${secret}`]) {
          const query = `?${new URLSearchParams({ [name]: value })}`;
          expect([name, await statusOf({}, query)]).toEqual([name, 401]);
          expect([name, await statusOf({}, `${query}&last_event_id=1`)]).toEqual([name, 401]);
        }
  });

  it("of a page of another origin are not the cookie", async () => {
    const cookie = await signIn();
    expect(await statusOf({ cookie, origin: "https://stranger.test", "sec-fetch-site": "cross-site" })).toBe(
      401,
    );
  });

  it("that end with their session end the stream before the next comment, of which there is one every 15 seconds", async () => {
    const [ending, staying] = [await signIn(), await signIn()];
    const [ended, stayed] = await Promise.all([ending, staying].map((cookie) => read(cookie)));
    const reply = await fetch(`${origin}/api/auth/sessions/current`, {
      method: "DELETE",
      headers: { ...own, cookie: ending },
    });
    expect(reply.ok).toBe(true);
    await expect.poll(() => ended?.isEnded(), { timeout: 10_000 }).toBe(true);
    await expect.poll(() => stayed?.comments().length, { timeout: 20_000 }).toBe(1);
    expect(ended?.comments()).toEqual([]);
    const [after] = stayed?.comments() ?? [];
    expect(after).toBeGreaterThan(14_000);
    expect(after).toBeLessThan(17_000);
    expect(stayed?.isEnded()).toBe(false);
    stayed?.leave();
  });

  /** Follows a stream: after how many milliseconds comments came, and whether the server has ended it. */
  async function read(cookie: string) {
    const leaving = new AbortController();
    const started = performance.now();
    const reply = await fetch(`${origin}/api/v1/admin/stream`, {
      headers: { cookie },
      signal: leaving.signal,
    });
    const comments: number[] = [];
    let isEnded = false;
    const follow = async () => {
      for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>)
        if (new TextDecoder().decode(chunk).includes(": open\n")) comments.push(performance.now() - started);
      isEnded = true;
    };
    follow().catch(() => {});
    return { comments: () => comments, isEnded: () => isEnded, leave: () => leaving.abort() };
  }
});
