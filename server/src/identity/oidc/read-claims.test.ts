import { describe, expect, it } from "vitest";
import type { OidcConfig } from "../../platform/config/config.ts";
import { readConfig } from "../../platform/config/config.ts";
import { claimNamed, readClaims } from "./read-claims.ts";

const config = readConfig({ OIDC_ISSUER: "https://id.test", OIDC_AUDIENCE: "lintel" }).oidc as OidcConfig;
const read = (claims: object, names: Partial<OidcConfig> = {}) =>
  readClaims({ iss: "https://id.test", sub: "ann", ...claims }, { ...config, ...names });

describe("claimNamed", () => {
  const claims = {
    roles: ["plain"],
    "https://example.com/roles": ["url"],
    "realm_access.roles": ["literal"],
    realm_access: { roles: ["nested"] },
    resource_access: { "my.client": { roles: ["deep"] }, my: "no object" },
    empty: null,
  };

  it.each([
    ["roles", ["plain"]],
    ["https://example.com/roles", ["url"]],
    ["realm_access.roles", ["literal"]],
    ["resource_access.my.client.roles", ["deep"]],
    ["empty", null],
    ["empty.roles", undefined],
    ["roles.length", 1],
    ["realm_access.none", undefined],
    ["constructor", undefined],
    ["realm_access.constructor.name", undefined],
    ["__proto__.toString", undefined],
    ["", undefined],
    [".", undefined],
  ])("finds %j", (name, value) => {
    expect(claimNamed(claims, name)).toEqual(value);
  });

  it("reaches into nested claims when there is no claim of the literal name", () => {
    expect(claimNamed({ realm_access: claims.realm_access }, "realm_access.roles")).toEqual(["nested"]);
  });
});

describe("readClaims", () => {
  it.each([
    ["admin", "admin"],
    ["broker", "broker"],
    ["brokerage_owner", "broker"],
    ["agent", "agent"],
    [["agent"], "agent"],
    [["offline_access", "agent", "admin", "broker"], "admin"],
    [["agent", "brokerage_owner"], "broker"],
    ["Admin", null],
    ["not admin", null],
    ["admin,agent", null],
    [["viewer"], null],
    [[["admin"]], null],
    [{ admin: true }, null],
    [[], null],
    [true, null],
    [null, null],
    [undefined, null],
  ])("makes of the roles %j the role %j", (roles, role) => {
    expect(read({ roles }).role).toBe(role);
  });

  it.each([
    [7, 7],
    ["7", 7],
    ["007", 7],
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, null],
    [0, null],
    [-1, null],
    [1.5, null],
    ["1.5", null],
    ["7; drop table users", null],
    ["", null],
    [[7], null],
    [true, null],
    [null, null],
    [undefined, null],
  ])("makes of the brokerage and agent %j the id %j", (claim, id) => {
    expect(read({ brokerage_id: claim, agent_id: claim })).toMatchObject({ brokerageId: id, agentId: id });
  });

  it("reads the claims that the configuration names", () => {
    const names = {
      rolesClaim: "realm_access.roles",
      brokerageClaim: "https://example.com/brokerage",
      agentClaim: "ext.agent",
    };
    const claims = {
      realm_access: { roles: ["agent"] },
      "https://example.com/brokerage": "3",
      ext: { agent: 4 },
      roles: ["admin"],
      brokerage_id: 1,
      agent_id: 1,
    };
    expect(read(claims, names)).toMatchObject({ role: "agent", brokerageId: 3, agentId: 4 });
  });

  it.each([
    ["ann@agents.test", "ann@agents.test"],
    ["", null],
    [["a@b.test"], null],
    ["x".repeat(256), null],
    ["nul\0@b.test", null],
    [undefined, null],
  ])("makes of the email %j %j", (email, expected) => {
    expect(read({ email }).email).toBe(expected);
  });

  it.each([
    [true, true],
    ["true", true],
    [undefined, false],
    [null, false],
    [false, false],
    ["false", false],
    ["yes", false],
    [1, false],
    [[true], false],
  ])("takes an email as verified by email_verified %j: %j", (email_verified, isVerified) => {
    expect(read({ email: "a@b.test", email_verified }).emailIsVerified).toBe(isVerified);
  });
});
