import { createHash } from "node:crypto";
import { extname } from "node:path";

/** No leading dot (hidden files, `..`), no separator but `/`: safe as a path, an object name and a URL. */
const KEY = /^(?:\w[\w.-]*\/)*\w[\w.-]*$/;

export function isKey(text: string): boolean {
  return text.length <= 300 && KEY.test(text);
}

/** Image types that browsers show and that cannot hold a script. */
const imageTypes: Record<string, string> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".gif": "image/gif",
  ".avif": "image/avif",
};

export function isImage(key: string): boolean {
  return extname(key).toLowerCase() in imageTypes;
}

export function typeOf(key: string): string {
  return imageTypes[extname(key).toLowerCase()] ?? "application/octet-stream";
}

/** A content hash as a name: 32 hexadecimal digits. */
export function contentName(...parts: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 32);
}

/**
 * True for a file with a `contentName`, such as `agents/0123456789abcdef0123456789abcdef-800.jpg`, whose content
 * never changes.
 */
export function isImmutable(key: string): boolean {
  return /(?:^|\/)[0-9a-f]{32}(?:-\w+)?\.\w+$/.test(key);
}
