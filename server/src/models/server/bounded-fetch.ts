/** The reply exceeds the size limit. */
export class ReplyTooLong extends Error {}

/** `fetch` without redirects, which could send the key to another host, and with a limit of `mostBytes` for replies. */
export function boundedFetch(mostBytes: number): typeof fetch {
  return async (input, init) => {
    const reply = await fetch(input, { ...init, redirect: "manual" });
    if (reply.body === null) return reply;
    let read = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > mostBytes) controller.error(new ReplyTooLong());
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = reply;
    return new Response(reply.body.pipeThrough(counted), { status, statusText, headers });
  };
}
