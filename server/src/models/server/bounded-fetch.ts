/** The reply is longer than any answer of a model. */
export class ReplyTooLong extends Error {}

/** `fetch` that follows no redirect, which would take the key elsewhere, and refuses a reply of more than `mostBytes`. */
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
