import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Setting, SettingError } from "../config/settings.ts";
import { trimTrailing } from "../trim-trailing.ts";

/** A parsed STORAGE_URL: a folder of this machine, or a bucket at an S3 endpoint. */
export type StorageAddress = { folder: string } | BucketAddress;

export type BucketAddress = {
  endpoint: string;
  region: string;
  bucket: string;
  /** Null: the AWS default credential chain (environment, profile, instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
};

/** Parses STORAGE_URL; null when it is not set. Messages do not repeat the value, which may hold a secret. */
export function storageAddress(): Setting<StorageAddress | null> {
  return {
    parse(value) {
      if (value === undefined) return null;
      if (/^file:\/\/\//i.test(value)) return { folder: readFolder(value) };
      if (/^s3:\/\//i.test(value) && URL.canParse(value)) return readBucket(new URL(value));
      throw new SettingError(
        "must be file:///folder or s3://KEY:SECRET@endpoint/bucket?region=us-east-1&tls=true",
      );
    },
  };
}

function readFolder(value: string): string {
  try {
    const folder = fileURLToPath(value);
    if (folder !== "/" && !folder.includes("\0")) return trimTrailing("/", folder) || "/";
  } catch {
    // A malformed escape, or an encoded slash.
  }
  throw new SettingError("must name a folder, such as file:///var/lib/lintel/files");
}

function readBucket(url: URL): BucketAddress {
  const bucket = trimTrailing("/", url.pathname.replace(/^\/+/, ""));
  if (url.hostname === "" || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new SettingError(
      "must name an endpoint and a bucket, such as s3://s3.us-west-2.amazonaws.com/photos",
    );
  }
  if (url.hash !== "" || [...url.searchParams.keys()].some((name) => name !== "region" && name !== "tls")) {
    throw new SettingError("takes no options but region and tls (escape # ? / in a secret: %23 %3F %2F)");
  }
  const tls = url.searchParams.get("tls") ?? "true";
  if (tls !== "true" && tls !== "false")
    throw new SettingError("has an option tls that must be true or false");
  const region = url.searchParams.get("region") ?? "us-east-1";
  if (!/^[\w-]{1,50}$/.test(region)) throw new SettingError("has an option region that names no region");
  return {
    endpoint: `${tls === "true" ? "https" : "http"}://${url.host}`,
    region,
    bucket,
    credentials: readCredentials(url),
  };
}

function readCredentials({ username, password }: URL): BucketAddress["credentials"] {
  if (username === "" && password === "") return null;
  if (username === "" || password === "")
    throw new SettingError("must hold both the access key and its secret");
  try {
    return {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    };
  } catch {
    throw new SettingError("has a malformed escape in its credentials (write % as %25)");
  }
}

/** True when serving `folder` would expose the database and secrets of DATA_DIR. */
export function exposesDataDir(dataDir: string, folder: string): boolean {
  const [down, up] = [relative(folder, dataDir), relative(dataDir, folder)];
  const holds = (path: string) => !isAbsolute(path) && path !== ".." && !path.startsWith(`..${sep}`);
  return holds(down) || (holds(up) && up.split(sep)[0] !== "files");
}
