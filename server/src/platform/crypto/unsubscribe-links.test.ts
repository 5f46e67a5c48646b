import { describe, expect, it } from "vitest";
import { testSecrets } from "../../../test/harness/test-secrets.ts";
import { readConfig } from "../config/config.ts";
import { hasUnsubscribeLinks, readUnsubscribeToken, unsubscribeLink } from "./unsubscribe-links.ts";

const OWN = { DRIP_UNSUBSCRIBE_SECRET: "an unsubscribe secret, 32 characters and more" };
const ADDRESS = { PUBLIC_API_URL: "https://api.test/" };
const TYPE = "newsletter_unsubscribe";

const installation = (environment: Record<string, string>, secrets = {}) => ({
  config: readConfig(environment),
  secrets: { ...testSecrets, ...secrets },
});
const generated = { favoritesSecretIsGenerated: true };
const linkOf = (each: ReturnType<typeof installation>) =>
  unsubscribeLink(each, { type: TYPE, id: 17, path: "/api/newsletter/unsubscribe" });
const tokenOf = async (each: ReturnType<typeof installation>) =>
  (await linkOf(each))?.split("/").at(-1) as string;

describe("unsubscribe links", () => {
  it.each([
    ["DRIP_UNSUBSCRIBE_SECRET and PUBLIC_API_URL", installation({ ...OWN, ...ADDRESS }, generated)],
    ["a given FAVORITES_SECRET and PUBLIC_API_URL", installation(ADDRESS)],
  ])("are there with %s", async (_, each) => {
    expect(hasUnsubscribeLinks(each)).toBe(true);
    const link = (await linkOf(each)) as string;
    expect(link).toMatch(/^https:\/\/api\.test\/api\/newsletter\/unsubscribe\/[\w.-]+$/);
    expect(await readUnsubscribeToken(each, TYPE, link.split("/").at(-1) as string)).toBe(17);
  });

  it.each([
    ["a generated FAVORITES_SECRET", installation(ADDRESS, generated)],
    ["no PUBLIC_API_URL", installation(OWN)],
    ["neither", installation({}, generated)],
  ])("are not there with %s", async (_, each) => {
    expect([hasUnsubscribeLinks(each), await linkOf(each)]).toEqual([false, null]);
  });

  it("sent before DRIP_UNSUBSCRIBE_SECRET was given go on working, and new ones are signed with it", async () => {
    const [before, after] = [installation(ADDRESS), installation({ ...OWN, ...ADDRESS })];
    expect(await readUnsubscribeToken(after, TYPE, await tokenOf(before))).toBe(17);
    expect(await readUnsubscribeToken(before, TYPE, await tokenOf(after))).toBeNull();
  });

  it("go on working when PUBLIC_API_URL is taken away", async () => {
    const token = await tokenOf(installation({ ...OWN, ...ADDRESS }));
    expect(await readUnsubscribeToken(installation(OWN), TYPE, token)).toBe(17);
  });

  it("are not signed with a secret that we made, nor read with it", async () => {
    const token = await tokenOf(installation(ADDRESS));
    expect(await readUnsubscribeToken(installation(ADDRESS, generated), TYPE, token)).toBeNull();
  });
});
