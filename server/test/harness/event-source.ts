import { Agent, EventSource } from "undici";

/**
 * A browser's stream of server-sent events, which connects again by itself.
 *
 * @param headers of each connection: an `EventSource` of a browser sends its cookies alone.
 */
export function openEventSource(url: string, headers: Record<string, string>): EventSource {
  const dispatcher = new Agent({ bodyTimeout: 0 }).compose(
    (dispatch) => (options, handler) =>
      dispatch({ ...options, headers: { ...(options.headers as object), ...headers } }, handler),
  );
  return new EventSource(url, { node: { dispatcher } });
}
