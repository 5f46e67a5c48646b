/** The type of a stream of events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export const EVENT_STREAM = "text/event-stream";

/** Nothing on the way may keep, change or buffer a stream. */
export const STREAM_HEADERS = {
  "Cache-Control": "no-store, no-transform",
  // nginx would buffer the reply otherwise.
  "X-Accel-Buffering": "no",
};

export type ServerSentEvent = {
  /** What the browser sends as Last-Event-ID when it connects again. */
  id: number;
  event: string;
  data: string;
};

/** One event. Each line of the data is a field of its own; the browser joins them with line feeds. */
export function encodeEvent({ id, event, data }: ServerSentEvent): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `id: ${id}\nevent: ${event}\n${lines.join("")}\n`;
}

/** An event whose data is JSON. */
export function encodeJsonEvent({ data, ...rest }: Omit<ServerSentEvent, "data"> & { data: object }): string {
  return encodeEvent({ ...rest, data: JSON.stringify(data) });
}

/**
 * A block without data: browsers dispatch no event for it. `id` moves their Last-Event-ID; `retryMs` is how long they wait before they
 * connect again.
 */
export function encodeComment(
  text: string,
  { id = null, retryMs = null }: { id?: number | null; retryMs?: number | null } = {},
): string {
  const fields = [
    ...text.split(/\r\n|\r|\n/).map((line) => `: ${line}`),
    ...(retryMs === null ? [] : [`retry: ${retryMs}`]),
    ...(id === null ? [] : [`id: ${id}`]),
  ];
  return `${fields.join("\n")}\n\n`;
}
