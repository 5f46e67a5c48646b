import { CompactEncrypt } from "jose";
import { describe, expect, it } from "vitest";
import { open, seal } from "./seal.ts";

const key = Buffer.alloc(32, 1);
const refusal = /ENCRYPTION_KEY is not the one it was sealed with/;

describe("seal", () => {
  it.each(["token", "", "ключ 🔑", "x".repeat(10_000)])("is undone by open: %.20s", async (secret) => {
    expect(await open(key, await seal(key, secret))).toBe(secret);
  });

  it("does not show the secret, and never makes the same text twice", async () => {
    const [one, two] = [await seal(key, "token-of-acme"), await seal(key, "token-of-acme")];
    expect(one).not.toBe(two);
    for (const part of one.split(".")) {
      expect(Buffer.from(part, "base64url").toString("latin1")).not.toContain("token-of-acme");
    }
  });

  it("says clearly that another key does not open it", async () => {
    const sealed = await seal(key, "token");
    await expect(open(Buffer.alloc(32, 2), sealed)).rejects.toThrow(refusal);
  });

  it("opens nothing that was tampered with", async () => {
    const sealed = await seal(key, "token");
    const parts = sealed.split(".");
    for (const at of [0, 2, 3, 4]) {
      const changed = parts.with(at, flipped(parts[at] as string)).join(".");
      await expect(open(key, changed), `part ${at}`).rejects.toThrow(refusal);
    }
    for (const nonsense of ["", "abc", "a.b.c.d.e", sealed.slice(0, -4)]) {
      await expect(open(key, nonsense), nonsense).rejects.toThrow(refusal);
    }
  });

  it("opens nothing that was made in another way, even with the same key", async () => {
    const other = await new CompactEncrypt(Buffer.from("token"))
      .setProtectedHeader({ alg: "A256KW", enc: "A256GCM" })
      .encrypt(key);
    await expect(open(key, other)).rejects.toThrow(refusal);
  });

  it("takes no key of another length", async () => {
    await expect(seal(Buffer.alloc(16), "token")).rejects.toThrow();
  });
});

/** The text with its first character replaced by another one of the alphabet. */
function flipped(text: string): string {
  return `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;
}
