/** What a discovery document or a key set may weigh; real ones have a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/**
 * Fetches a JSON document of bounded size. Redirects are not followed: the address was given, and is meant.
 *
 * @throws Error with the reason, for the log.
 */
export async function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, {
    redirect: "error",
    headers: { accept: "application/json" },
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${address} answered ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error(`${address} answered more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}
