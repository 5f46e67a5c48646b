import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { OutboundReply } from "../../platform/outbound/outbound.ts";
import { FeedError } from "./feed-error.ts";

/** Of a reply, unpacked. */
export const MAX_REPLY_BYTES = 128 * 1_048_576;

const unpack = promisify(gunzip);

/** The text of a reply. @param most bytes, unpacked. @throws FeedError too_large, bad_reply */
export async function textOf({ headers, body }: OutboundReply, most = MAX_REPLY_BYTES): Promise<string> {
  if (headers["content-encoding"] !== "gzip") return body.toString("utf8");
  try {
    return (await unpack(body, { maxOutputLength: most })).toString("utf8");
  } catch (cause) {
    if ((cause as { code?: string }).code === "ERR_BUFFER_TOO_LARGE")
      throw new FeedError("too_large", { cause });
    throw new FeedError("bad_reply", {
      detail: "The reply is damaged gzip",
      transient: true,
      cause,
    });
  }
}

/** @throws FeedError bad_reply */
export function objectIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const detail = /^\s*</.test(text) ? "The reply is HTML or XML" : "The reply is not JSON";
    throw new FeedError("bad_reply", { detail, transient: true, cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new FeedError("bad_reply", { detail: "The reply is not a JSON object", transient: true });
}

/**
 * The message of an OData error, cut to a line; "" for other bodies.
 *
 * @param masked removes secrets: from the parsed message, since JSON may escape any of their characters, and before a cut leaves a part.
 */
export function messageIn(text: string, masked: (message: string) => string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    if (typeof error?.message !== "string") return "";
    return masked(error.message).replaceAll(/\s+/g, " ").slice(0, 200);
  } catch {
    return "";
  }
}
