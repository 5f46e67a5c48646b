import { describe, expect, it } from "vitest";
import { readConfig, StartError } from "./config.ts";

const account = {
  TWILIO_ACCOUNT_SID: `AC${"0123456789abcdef".repeat(2)}`,
  TWILIO_AUTH_TOKEN: "a-token-of-16-characters-or-more",
  TWILIO_FROM: "+12085550100",
};

describe("the settings of texts", () => {
  it("are none by default", () => {
    expect(readConfig({}).sms).toEqual({ account: null, baseUrl: null });
  });

  it("are an account, and perhaps where the provider is", () => {
    expect(readConfig(account).sms).toEqual({
      account: {
        accountSid: account.TWILIO_ACCOUNT_SID,
        authToken: account.TWILIO_AUTH_TOKEN,
        from: "+12085550100",
      },
      baseUrl: null,
    });
    const { sms } = readConfig({ ...account, TWILIO_BASE_URL: "https://API.dublin.ie1.twilio.com/" });
    expect(sms.baseUrl).toBe("https://api.dublin.ie1.twilio.com");
    expect(readConfig({ TWILIO_BASE_URL: "http://127.0.0.1:4010" }).sms.baseUrl).toBe(
      "http://127.0.0.1:4010",
    );
  });

  it.each(Object.keys(account))("stop the start when %s alone is given, or missing", (name) => {
    const value = account[name as keyof typeof account];
    const others = Object.keys(account).filter((each) => each !== name);
    expect(() => readConfig({ [name]: value })).toThrow(
      new StartError(`${others.join(" and ")} must be set too: an account for texts is all three, or none.`),
    );
    expect(() => readConfig({ ...account, [name]: "" })).toThrow(
      new StartError(`${name} must be set too: an account for texts is all three, or none.`),
    );
  });

  it.each([
    ["TWILIO_ACCOUNT_SID", "SK0123", "must be an account SID: AC and 32 hexadecimal digits."],
    ["TWILIO_AUTH_TOKEN", "short", "must be 16 to 200 characters, in plain ASCII without spaces."],
    ["TWILIO_FROM", "208 555 0100", "must be a phone number in the form +12085550100."],
    ["TWILIO_BASE_URL", "api.twilio.com", "must be an address that starts with https:// or http://."],
    [
      "TWILIO_BASE_URL",
      "http://api.twilio.com",
      "must be an https:// address (http:// is accepted on loopback only).",
    ],
    [
      "TWILIO_BASE_URL",
      "https://user:password@api.twilio.com",
      "must end in the host and port: https://api.dublin.ie1.twilio.com.",
    ],
    [
      "TWILIO_BASE_URL",
      "https://api.twilio.com/2010-04-01",
      "must end in the host and port: https://api.dublin.ie1.twilio.com.",
    ],
  ])("stop the start on %s=%s", (name, value, words) => {
    expect(() => readConfig({ ...account, [name]: value })).toThrow(new StartError(`${name} ${words}`));
  });
});
