import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { unsignedToken } from "../../../test/harness/oidc-provider.ts";
import { readLink, signLink } from "./signed-links.ts";

const SECRET = "a secret of the tests, 32 characters and more";
const TYPE = "newsletter_unsubscribe";

const sign = (claims: Record<string, unknown>, secret = SECRET, alg = "HS256") =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));

describe("a signed link", () => {
  it.each([1, 17, 2_147_483_647])("gives back its id: %i", async (id) => {
    expect(await readLink(SECRET, TYPE, await signLink(SECRET, { type: TYPE, id }))).toBe(id);
  });

  it("is the same each time, fits an address, and says nothing but its type and id", async () => {
    const token = await signLink(SECRET, { type: TYPE, id: 17 });
    expect(token).toBe(await signLink(SECRET, { type: TYPE, id: 17 }));
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(token.length).toBeLessThan(200);
    const [header, claims] = token.split(".").map((part) => Buffer.from(part, "base64url").toString());
    expect([header, claims]).toEqual(['{"alg":"HS256"}', `{"type":"${TYPE}","sub":"17"}`]);
  });

  it("is read with its own secret and as its own type alone", async () => {
    const token = await signLink(SECRET, { type: TYPE, id: 17 });
    expect(await readLink("another secret, 32 characters and more", TYPE, token)).toBeNull();
    expect(await readLink(SECRET, "drip_unsubscribe", token)).toBeNull();
  });

  it("is nothing any more when a character of it is changed, or missing", async () => {
    const token = await signLink(SECRET, { type: TYPE, id: 17 });
    const starts = [0, token.indexOf(".") + 1, token.lastIndexOf(".") + 1];
    for (const at of starts) {
      const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
      expect(await readLink(SECRET, TYPE, changed)).toBeNull();
    }
    expect(await readLink(SECRET, TYPE, token.slice(0, -1))).toBeNull();
    expect(await readLink(SECRET, TYPE, token.slice(0, token.lastIndexOf(".") + 1))).toBeNull();
  });

  it.each(["", " ", ".", "..", "a.b.c", "nonsense", "é.é.é", "x".repeat(100_000)])(
    "is not %.20j",
    async (text) => {
      expect(await readLink(SECRET, TYPE, text)).toBeNull();
    },
  );

  it("is no token of another kind, although the same secret signed it", async () => {
    const others = [
      await sign({ type: "favorites_auth", client_id: 17, sub: "17" }),
      await sign({ sub: "17" }),
      await sign({ type: TYPE }),
      ...(await Promise.all(
        ["0", "-1", "1.5", "017", "17 ", "x", ""].map((sub) => sign({ type: TYPE, sub })),
      )),
    ];
    for (const token of others) expect(await readLink(SECRET, TYPE, token)).toBeNull();
  });

  it("is signed with HS256: other algorithms are not read, and no signature is none", async () => {
    const claims = { type: TYPE, sub: "17" };
    expect(await readLink(SECRET, TYPE, await sign(claims))).toBe(17);
    expect(await readLink(SECRET, TYPE, await sign(claims, SECRET.repeat(2), "HS512"))).toBeNull();
    expect(await readLink(SECRET, TYPE, unsignedToken(claims))).toBeNull();
  });
});
