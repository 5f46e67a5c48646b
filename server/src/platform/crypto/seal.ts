import { CompactEncrypt, compactDecrypt, errors } from "jose";

const ALGORITHMS = { alg: "dir", enc: "A256GCM" };

/** Encrypts a secret for storage: a JWE, different each time. The key has 32 bytes. */
export async function seal(key: Uint8Array, secret: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(secret)).setProtectedHeader(ALGORITHMS).encrypt(key);
}

/** A secret was sealed with another key, or is damaged. */
export class SecretUnreadable extends Error {
  constructor(cause: unknown) {
    super(
      "A stored secret cannot be opened: it is damaged, or ENCRYPTION_KEY is not the one it was sealed with",
      { cause },
    );
    this.name = "SecretUnreadable";
  }
}

/** @throws SecretUnreadable */
export async function open(key: Uint8Array, sealed: string): Promise<string> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: [ALGORITHMS.alg],
      contentEncryptionAlgorithms: [ALGORITHMS.enc],
    });
    return new TextDecoder().decode(plaintext);
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError)) throw cause;
    throw new SecretUnreadable(cause);
  }
}
