import { PbfReader } from "pbf";

/*
 * The messages of OTLP that a collector receives, read by the field numbers of opentelemetry-proto
 * (trace/v1/trace.proto, metrics/v1/metrics.proto, common/v1/common.proto).
 */

export type Attributes = Record<string, unknown>;

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  start: number;
  end: number;
  attributes: Attributes;
  links: { traceId: string; spanId: string }[];
  events: number;
  isError: boolean;
  resource: Attributes;
};

export type ReceivedPoint = {
  metric: string;
  type: "gauge" | "sum" | "histogram";
  attributes: Attributes;
  /** Of a histogram its count. */
  value: number;
  buckets: number[];
  bounds: number[];
  resource: Attributes;
};

type Read<Into> = (tag: number, into: Into, from: PbfReader) => void;

function message<Into>(from: PbfReader, read: Read<Into>, into: Into): Into {
  return from.readMessage(read, into);
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

const readValue: Read<{ value: unknown }> = (tag, into, from) => {
  if (tag === 1) into.value = from.readString();
  else if (tag === 2) into.value = from.readBoolean();
  else if (tag === 3) into.value = from.readVarint(true);
  else if (tag === 4) into.value = from.readDouble();
};

function addAttribute(into: Attributes, from: PbfReader): void {
  const pair = { key: "", value: undefined as unknown };
  message(
    from,
    (tag, pair, from) => {
      if (tag === 1) pair.key = from.readString();
      else if (tag === 2) pair.value = message(from, readValue, { value: undefined as unknown }).value;
    },
    pair,
  );
  into[pair.key] = pair.value;
}

const readResource: Read<Attributes> = (tag, into, from) => {
  if (tag === 1) addAttribute(into, from);
};

const readLink: Read<ReceivedSpan["links"][number]> = (tag, into, from) => {
  if (tag === 1) into.traceId = hex(from.readBytes());
  else if (tag === 2) into.spanId = hex(from.readBytes());
};

const readSpan: Read<ReceivedSpan> = (tag, into, from) => {
  if (tag === 1) into.traceId = hex(from.readBytes());
  else if (tag === 2) into.spanId = hex(from.readBytes());
  else if (tag === 4) into.parentSpanId = hex(from.readBytes());
  else if (tag === 5) into.name = from.readString();
  else if (tag === 6) into.kind = from.readVarint();
  else if (tag === 7) into.start = from.readFixed64();
  else if (tag === 8) into.end = from.readFixed64();
  else if (tag === 9) addAttribute(into.attributes, from);
  else if (tag === 11) into.events++;
  else if (tag === 13) into.links.push(message(from, readLink, { traceId: "", spanId: "" }));
  else if (tag === 15)
    message(
      from,
      (tag, span, from) => {
        if (tag === 3) span.isError = from.readVarint() === 2;
      },
      into,
    );
};

/** Both requests have records of each scope of each resource, below the same field numbers. */
function readRecords<Item>(
  body: Uint8Array,
  readRecord: (from: PbfReader, resource: Attributes) => Item[],
): Item[] {
  const records: Item[] = [];
  new PbfReader(body).readFields((_tag, _into, from) => {
    const resource: Attributes = {};
    const readScope: Read<null> = (tag, _into, from) => {
      if (tag === 2) records.push(...readRecord(from, resource));
    };
    const readOfResource: Read<null> = (tag, _into, from) => {
      if (tag === 1) message(from, readResource, resource);
      else if (tag === 2) message(from, readScope, null);
    };
    message(from, readOfResource, null);
  }, null);
  return records;
}

/** ExportTraceServiceRequest. */
export function readSpans(body: Uint8Array): ReceivedSpan[] {
  return readRecords(body, (from, resource) => [message(from, readSpan, emptySpan(resource))]);
}

function emptySpan(resource: Attributes): ReceivedSpan {
  const ids = { traceId: "", spanId: "", parentSpanId: "", name: "" };
  return {
    ...ids,
    kind: 0,
    start: 0,
    end: 0,
    attributes: {},
    links: [],
    events: 0,
    isError: false,
    resource,
  };
}

const readNumber: Read<ReceivedPoint> = (tag, into, from) => {
  if (tag === 4) into.value = from.readDouble();
  else if (tag === 6) into.value = from.readSFixed64();
  else if (tag === 7) addAttribute(into.attributes, from);
};

const readHistogram: Read<ReceivedPoint> = (tag, into, from) => {
  if (tag === 4) into.value = from.readFixed64();
  else if (tag === 6) into.buckets = from.readPackedFixed64();
  else if (tag === 7) into.bounds = from.readPackedDouble();
  else if (tag === 9) addAttribute(into.attributes, from);
};

const types = { 5: "gauge", 7: "sum", 9: "histogram" } as const;

/** ExportMetricsServiceRequest. */
export function readPoints(body: Uint8Array): ReceivedPoint[] {
  return readRecords(body, readMetric);
}

function readMetric(from: PbfReader, resource: Attributes): ReceivedPoint[] {
  const metric = { name: "", points: [] as ReceivedPoint[] };
  message(
    from,
    (tag, metric, from) => {
      if (tag === 1) metric.name = from.readString();
      const type = types[tag as keyof typeof types];
      if (type === undefined) return;
      message(
        from,
        (tag, points, from) => {
          if (tag !== 1) return;
          const empty = {
            metric: metric.name,
            type,
            attributes: {},
            value: 0,
            buckets: [],
            bounds: [],
            resource,
          };
          points.push(
            message(from, type === "histogram" ? readHistogram : readNumber, empty as ReceivedPoint),
          );
        },
        metric.points,
      );
    },
    metric,
  );
  return metric.points;
}
