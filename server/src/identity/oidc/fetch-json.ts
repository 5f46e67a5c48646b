import { tracedCall } from "../../platform/telemetry/traced-call.ts";

/** The limit for a discovery document or a key set; real ones have a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/**
 * Fetches a JSON document of bounded size. Redirects are not followed, because the operator configured this address.
 *
 * @throws Error with the reason, for the log.
 */
export function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  return tracedCall({ method: "GET", url: address }, () => fetchBounded(address, signal));
}

async function fetchBounded(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, {
    redirect: "error",
    headers: { accept: "application/json" },
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${address} replied with status ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error(`${address} replied with more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}
