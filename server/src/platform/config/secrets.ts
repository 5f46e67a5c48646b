import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, StartError } from "./config.ts";

/** Signing and encryption keys of the installation. Never logged, never shown. */
export type Secrets = {
  favoritesSecret: string;
  /** A generated secret does not enable unsubscribe links. */
  favoritesSecretIsGenerated: boolean;
  /** 32 bytes. */
  encryptionKey: Uint8Array;
};

type StoredSecrets = { favorites_secret: string; encryption_key: string };

/**
 * The configured secrets. On the embedded database, missing ones are generated once and stored in
 * DATA_DIR/secrets.json (0600). With DATABASE_URL both must be set, because all machines need the same.
 *
 * @throws StartError when one is missing.
 */
export async function loadSecrets(config: Config): Promise<Secrets> {
  requireSecrets(config);
  const { favoritesSecret, encryptionKey } = config;
  const missing = missingSecrets(config);
  const stored = missing.length > 0 ? await storedSecrets(config.dataDir) : null;
  return {
    favoritesSecret: favoritesSecret ?? (stored as StoredSecrets).favorites_secret,
    favoritesSecretIsGenerated: favoritesSecret === null,
    encryptionKey: Buffer.from(encryptionKey ?? (stored as StoredSecrets).encryption_key, "base64"),
  };
}

/** @throws StartError when a secret that all machines must share is missing. */
export function requireSecrets(config: Config): void {
  const missing = missingSecrets(config);
  if (!config.databaseUrl || missing.length === 0) return;
  throw new StartError(
    `${missing.join(" and ")} must be set when DATABASE_URL is (make each with: openssl rand -base64 32).`,
  );
}

function missingSecrets({ favoritesSecret, encryptionKey }: Config): string[] {
  return Object.entries({ FAVORITES_SECRET: favoritesSecret, ENCRYPTION_KEY: encryptionKey })
    .filter(([, value]) => value === null)
    .map(([name]) => name);
}

async function storedSecrets(dataDir: string): Promise<StoredSecrets> {
  const file = join(dataDir, "secrets.json");
  const make = (): StoredSecrets => ({
    favorites_secret: randomBytes(32).toString("base64"),
    encryption_key: randomBytes(32).toString("base64"),
  });
  // Not recursive: below /proc that never returns. The database makes the folder too, with its parents.
  await mkdir(dataDir, { mode: 0o700 }).catch(() => {});
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(make(), null, 2)}\n`, { mode: 0o600 });
    // Atomic: of two processes that start at once, one succeeds, and both read its file.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return JSON.parse(await readFile(file, "utf8")) as StoredSecrets;
}
