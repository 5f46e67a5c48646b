import { hash } from "node:crypto";

/** A weak entity tag of a reply: two replies with the same content have the same tag, in every process. */
export function weakTag(...content: (string | Buffer)[]): string {
  const parts = content.map((part) => (typeof part === "string" ? Buffer.from(part) : part));
  const [only] = parts;
  const bytes = parts.length === 1 && only ? only : Buffer.concat(parts);
  return `W/"${hash("sha1", bytes, "base64url")}"`;
}

/** Whether the caller has what the tag stands for already. Compressing proxies mark tags as weak. */
export function hasTag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const strong = etag.replace(/^W\//, "");
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(strong) || tags.includes("*");
}
