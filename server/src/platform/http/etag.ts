import { hash } from "node:crypto";

/** A weak entity tag of a reply, from what differs wherever its content does. The same in every process. */
export function weakTag(content: string | Uint8Array): string {
  return `W/"${hash("sha1", content, "base64url")}"`;
}

/** Whether the caller has what the tag stands for already. Compressing proxies mark tags as weak. */
export function hasTag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const strong = etag.replace(/^W\//, "");
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(strong) || tags.includes("*");
}
