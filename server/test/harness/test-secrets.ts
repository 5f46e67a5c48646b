import type { Secrets } from "../../src/platform/config/secrets.ts";

/** Fixed, so that a test can sign and seal as the product does. */
export const testSecrets: Secrets = {
  favoritesSecret: "favorites secret of the tests, 32 characters and more",
  favoritesSecretIsGenerated: false,
  encryptionKey: Buffer.alloc(32, 7),
};

/** The same for a process of its own. */
export const secretSettings = {
  FAVORITES_SECRET: testSecrets.favoritesSecret,
  ENCRYPTION_KEY: Buffer.from(testSecrets.encryptionKey).toString("base64"),
};
