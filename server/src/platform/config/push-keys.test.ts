import { afterEach, describe, expect, it, vi } from "vitest";
import webPush from "web-push";
import { vapid } from "../../../test/harness/vapid.ts";
import { readConfig, StartError } from "./config.ts";

const names = ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"] as const;

describe("the settings of browser push", () => {
  afterEach(() => vi.restoreAllMocks());

  it("are none by default, and all three where they are given", () => {
    expect(readConfig({}).push).toBeNull();
    expect(readConfig(vapid).push).toEqual({
      publicKey: vapid.VAPID_PUBLIC_KEY,
      privateKey: vapid.VAPID_PRIVATE_KEY,
      subject: vapid.VAPID_SUBJECT,
    });
  });

  it.each(names)("stop the start when %s alone is missing, or alone is there", (name) => {
    const line = "VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together.";
    for (const environment of [{ ...vapid, [name]: "" }, { [name]: vapid[name] }]) {
      expect(() => readConfig(environment)).toThrow(new StartError(line));
    }
  });

  it.each([
    ["VAPID_PUBLIC_KEY", vapid.VAPID_PRIVATE_KEY, "must be 65 bytes in base64url"],
    ["VAPID_PUBLIC_KEY", `${vapid.VAPID_PUBLIC_KEY}=`, "must be 65 bytes in base64url, without ="],
    ["VAPID_PRIVATE_KEY", vapid.VAPID_PUBLIC_KEY, "must be 32 bytes in base64url"],
    ["VAPID_PRIVATE_KEY", "+".repeat(43), "must be 32 bytes in base64url"],
    ["VAPID_SUBJECT", "office@lintel.test", "must be mailto:office@example.com, or an https:// address"],
    ["VAPID_SUBJECT", "mailto: office@lintel.test", "must be mailto:"],
    ["VAPID_SUBJECT", "mailto:<office@lintel.test>", "must be mailto:"],
    ["VAPID_SUBJECT", "http://lintel.test", "must be mailto:"],
    ["VAPID_SUBJECT", "https://localhost:8000/contact", "must be mailto:"],
    ["VAPID_SUBJECT", "https://user:password@lintel.test", "must be mailto:"],
    ["VAPID_SUBJECT", "https://no host", "must be mailto:"],
  ])("stop the start on %s=%s with one line that says what it must be", (name, value, words) => {
    const start = () => readConfig({ ...vapid, [name]: value });
    expect(start).toThrow(StartError);
    expect(start).toThrow(`${name} ${words}`);
    expect(start).not.toThrow(value);
  });

  it("stop the start on two halves of different pairs, and on a private key that is no number of the curve", () => {
    const another = webPush.generateVAPIDKeys().privateKey;
    const tooLarge = Buffer.alloc(32, 255).toString("base64url");
    for (const VAPID_PRIVATE_KEY of [another, tooLarge]) {
      expect(() => readConfig({ ...vapid, VAPID_PRIVATE_KEY })).toThrow(
        new StartError("VAPID_PRIVATE_KEY must be the one that was made together with VAPID_PUBLIC_KEY."),
      );
    }
  });

  it.each(["mailto:office@lintel.test", "https://lintel.test/contact?push", "https://localhost.lintel.test"])(
    "take %s, and what they take web-push takes without a warning",
    (VAPID_SUBJECT) => {
      const warnings = vi.spyOn(console, "warn");
      const { publicKey, privateKey, subject } = readConfig({ ...vapid, VAPID_SUBJECT }).push!;
      webPush.setVapidDetails(subject, publicKey, privateKey);
      expect(warnings).not.toHaveBeenCalled();
    },
  );
});
