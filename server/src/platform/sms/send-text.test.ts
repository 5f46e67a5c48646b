import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  accountSid,
  type Behaviour,
  startTwilioServer,
  type TwilioServer,
} from "../../../test/harness/twilio-server.ts";
import { IsolatedFailure, PermanentFailure, TemporaryFailure } from "../errors.ts";
import { hasAcceptedText, sendText } from "./send-text.ts";

const account = {
  accountSid: accountSid("a"),
  authToken: "a secret/token+of the account",
  from: "+12085550000",
};
const text = {
  to: "+12085550101",
  body: "North Realty: a lead waits: Zoë & Co? 100% https://crm.test/leads/7",
};
const timeout = () => AbortSignal.timeout(30_000);

describe("texts at the provider's", () => {
  let server: TwilioServer;
  beforeAll(async () => {
    server = await startTwilioServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.accounts.set(account.accountSid, account.authToken);
    server.behaviours.clear();
    server.texts.length = 0;
    server.requests.length = 0;
  });

  const provider = () => ({ baseUrl: server.url, answerMs: 500 });
  const failureOf = async (behaviour?: Behaviour, from: object = provider()) => {
    if (behaviour) server.behaviours.set(text.to, behaviour);
    const error = await sendText(from as { baseUrl: string }, account, text, timeout()).then(
      () => null,
      (error: Error) => error,
    );
    return error as Error;
  };

  it("arrive as they were written, by the path that the provider has", async () => {
    await sendText(provider(), account, text, timeout());
    expect(server.texts).toMatchObject([{ ...text, from: account.from, accountSid: account.accountSid }]);
    expect(server.requests).toEqual([`POST /2010-04-01/Accounts/${account.accountSid}/Messages.json`]);
  });

  it.each([
    [400, 21211, "The 'To' number +12085550101 is not a valid phone number."],
    [400, 21610, "Attempt to send to unsubscribed recipient"],
    [400, 21614, "'To' number is not a valid mobile number"],
    [400, 21617, "The concatenated message body exceeds the 1600 character limit"],
  ])(
    "are refused for good by a %i that is about the recipient or the text (%i)",
    async (status, code, message) => {
      const error = await failureOf({ status, code, message });
      expect(error).toBeInstanceOf(PermanentFailure);
      expect(error.message).toBe(`the SMS provider answered ${status} (${code}): ${message}`);
    },
  );

  it.each([
    [401, 20003],
    [403, 20005],
    [404, 20404],
    [400, 21606],
    [400, 21408],
    [429, 63038],
  ])("wait on a %i that is the account's (%i), without holding up others", async (status, code) => {
    expect(await failureOf({ status, code })).toBeInstanceOf(IsolatedFailure);
  });

  it("wait, without holding up others, when the token is wrong", async () => {
    server.accounts.set(account.accountSid, "another");
    const error = await failureOf();
    expect([error instanceof IsolatedFailure, error.message]).toEqual([
      true,
      "the SMS provider answered 401 (20003): Authenticate",
    ]);
  });

  it.each([{ status: 429, code: 20429 }, { status: 500 }, { status: 503 }, { status: 307 }])(
    "wait on %o, which is asked once alone",
    async (behaviour) => {
      const error = await failureOf(behaviour);
      expect([error instanceof TemporaryFailure, error instanceof IsolatedFailure]).toEqual([true, false]);
      expect(server.requests).toHaveLength(1);
    },
  );

  it("wait without an answer, in time or at all", async () => {
    const slow = await failureOf("hangs");
    expect([slow instanceof TemporaryFailure, slow.message]).toEqual([
      true,
      "the SMS provider did not answer: it took too long",
    ]);
    const away = await failureOf(undefined, { baseUrl: "http://127.0.0.1:1" });
    expect(away).toBeInstanceOf(TemporaryFailure);
    expect(away.message).toMatch(/^the SMS provider did not answer: .*ECONNREFUSED/);
    expect(await failureOf("takes and hangs up")).toBeInstanceOf(TemporaryFailure);
  });

  it("are given up as soon as the signal says so", async () => {
    server.behaviours.set(text.to, "hangs");
    const started = performance.now();
    const sending = sendText({ baseUrl: server.url }, account, text, AbortSignal.timeout(50));
    await expect(sending).rejects.toBeInstanceOf(TemporaryFailure);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it("never reveal a secret in their text, with anything echoed", async () => {
    const { authToken, accountSid } = account;
    const basic = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
    const message = `no: ${authToken} ${encodeURIComponent(authToken)} ${basic}\r\nSecond line ${"x".repeat(900)}`;
    const { message: error } = await failureOf({ status: 400, code: 1, message });
    expect(error).toMatch(/^the SMS provider answered 400 \(1\): no: \*\*\* \*\*\* \*\*\* Second line x+$/);
    expect(error).toHaveLength(300);
  });

  describe("in doubt", () => {
    const since = new Date();
    const isTaken = (parts: object = {}) =>
      hasAcceptedText(provider(), account, { ...text, since, ...parts }, timeout());

    it("are found by recipient and words when the provider has taken them", async () => {
      expect(await isTaken()).toBe(false);
      await failureOf("takes and hangs up");
      expect(await isTaken()).toBe(true);
      expect(await isTaken({ to: "+12085550102" })).toBe(false);
      expect(await isTaken({ body: "Something else" })).toBe(false);
    });

    it("are not taken for those of another time", async () => {
      await sendText(provider(), account, text, timeout());
      expect(await isTaken({ since: new Date(Date.now() + 3_600_000) })).toBe(false);
    });

    it("stay in doubt when they cannot be looked up", async () => {
      server.accounts.delete(account.accountSid);
      await expect(isTaken()).rejects.toBeInstanceOf(TemporaryFailure);
      await expect(
        hasAcceptedText({ baseUrl: "http://127.0.0.1:1" }, account, { ...text, since }, timeout()),
      ).rejects.toBeInstanceOf(TemporaryFailure);
    });
  });
});
