import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type ReceivedPoint, type ReceivedSpan, readPoints, readSpans } from "./otlp-messages.ts";

/** A collector that keeps what it receives over OTLP/HTTP. */
export type OtlpReceiver = {
  endpoint: string;
  spans: ReceivedSpan[];
  points: ReceivedPoint[];
  /** All bodies, in which texts are as they were sent. */
  bytes(): string;
  /** The headers of the last export. */
  headers: Record<string, unknown>;
  /** What it answers: 503 is asked again by the exporter. */
  status: number;
  close(): Promise<void>;
};

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: Buffer[] = [];
  const receiver: OtlpReceiver = {
    endpoint: "",
    spans: [],
    points: [],
    bytes: () => Buffer.concat(bodies).toString("utf8"),
    headers: {},
    status: 200,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    bodies.push(body);
    receiver.headers = request.headers;
    if (request.url === "/v1/traces") receiver.spans.push(...readSpans(body));
    if (request.url === "/v1/metrics") receiver.points.push(...readPoints(body));
    response.writeHead(receiver.status, { "content-type": "application/x-protobuf" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}

/** A trace as an indented list, as an operator sees it: each span below its parent, in the order of their beginnings. */
export function drawTrace(spans: readonly ReceivedSpan[], traceId: string): string {
  const own = spans
    .filter((span) => span.traceId === traceId)
    .toSorted((one, other) => one.start - other.start);
  const known = new Set(own.map(({ spanId }) => spanId));
  const lines = (parent: string, depth: number): string[] =>
    own
      .filter(({ parentSpanId }) => (known.has(parentSpanId) ? parentSpanId : "") === parent)
      .flatMap((span) => [
        `${"  ".repeat(depth)}${span.name} (${((span.end - span.start) / 1e6).toFixed(1)} ms)`,
        ...lines(span.spanId, depth + 1),
      ]);
  return lines("", 0).join("\n");
}
