import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { StartError } from "../config/settings.ts";

/** The first file of a backup. It describes all others, so that a restore checks it before it extracts anything. */
export const MANIFEST_FILE = "lintel.json";
/** Raised when an older program could not restore such a backup. */
export const FORMAT = 1;
/** Parts of DATA_DIR that a backup has. `indexes/`, `outbox/`, `models/` and the lock are left out. */
export const PARTS = ["postgres", "files", "secrets.json"] as const;
/** Folders in DATA_DIR while a backup is taken, and while one is restored. */
export const BACKUP_FOLDER = "backup.tmp";
export const RESTORE_FOLDER = "restore.tmp";

/**
 * Removes the folder of a backup: of one that is over, or that was left by a process that was killed. The caller knows that none is being
 * taken.
 */
export function removeBackupFolder(dataDir: string): Promise<void> {
  return rm(join(dataDir, BACKUP_FOLDER), { recursive: true, force: true });
}

const Count = Type.Integer({ minimum: 0 });

const Part = Type.Object({
  name: Type.Enum(PARTS),
  files: Count,
  bytes: Count,
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});

/** The database at the moment of the backup. */
const Moment = Type.Object({
  version: Type.String(),
  /** The database's clock at the moment that the backup holds, ISO 8601. */
  taken_at: Type.String(),
  /** How long requests for the database waited. */
  paused_ms: Count,
  /** The major version of PostgreSQL. */
  postgres: Type.String(),
  /** Names of the applied migrations. */
  migrations: Type.Array(Type.String()),
  /** Rows of each table, with a digest of them where it was asked for. */
  tables: Type.Record(
    Type.String(),
    Type.Object({ rows: Count, digest: Type.Union([Type.String(), Type.Null()]) }),
  ),
  /** Secrets and files that are elsewhere: in settings, in a bucket or another folder. */
  left_out: Type.Array(Type.String()),
});

const Manifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  ...Moment.properties,
  parts: Type.Array(Part, { minItems: 1, maxItems: PARTS.length }),
});

export type Part = Static<typeof Part>;
export type Moment = Static<typeof Moment>;
export type Manifest = Static<typeof Manifest>;

/** The manifest's file. In every format it has a checksum of all else in it, so that damage is not taken for another version. */
export function formatManifest(manifest: object): string {
  return `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 2)}\n`;
}

/** @throws StartError for a text that is no manifest, or one that only a newer version can read. */
export function parseManifest(text: string): Manifest {
  const value = withoutChecksum(parseJson(text));
  if (isNewerFormat(value))
    throw new StartError(
      `The backup was made by a newer version of Lintel (${value.version}). Install that version, or a newer one, and restore with it.`,
    );
  if (Value.Check(Manifest, value)) return value;
  throw new StartError(
    `The file is no backup of Lintel, or a damaged one: its ${MANIFEST_FILE} is not valid.`,
  );
}

/** Null when it is not that of the rest. */
function withoutChecksum(value: unknown): unknown {
  if (!Value.Check(Type.Object({ checksum: Type.String() }), value)) return null;
  const { checksum, ...manifest } = value;
  return checksum === checksumOf(manifest) ? manifest : null;
}

function checksumOf(manifest: object): string {
  return createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isNewerFormat(value: unknown): value is { version: unknown } {
  return Value.Check(Type.Object({ format: Count, version: Type.String() }), value) && value.format > FORMAT;
}
