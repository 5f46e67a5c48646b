import { hash } from "node:crypto";

/** A weak entity tag of a reply, from what differs wherever its content does. The same in every process. */
export function weakTag(content: string | Uint8Array): string {
  return `W/"${hash("sha1", content, "base64url")}"`;
}

/** A strong entity tag, as If-Match takes it. The same in every process. */
export function strongTag(content: string): string {
  return `"${hash("sha1", content, "base64url")}"`;
}

/** Whether the caller has what the tag stands for already. Compressing proxies mark tags as weak. */
export function hasTag(etag: string, tags: string | undefined): boolean {
  if (tags === undefined) return false;
  const strong = etag.replace(/^W\//, "");
  const known = tags.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(strong) || known.includes("*");
}
