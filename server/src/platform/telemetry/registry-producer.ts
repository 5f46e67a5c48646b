import { type HrTime, ValueType } from "@opentelemetry/api";
import { millisToHrTime } from "@opentelemetry/core";
import { emptyResource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";

type Shown = MetricObjectWithValues<MetricValue<string>>;
type Labels = Record<string, string | number>;
type Value = { value: number; labels: Labels; metricName?: string };
type Times = { startTime: HrTime; endTime: HrTime };

/** Prometheus' metrics as OpenTelemetry's, read when they are exported: both show the same numbers, which are counted once. */
export class RegistryProducer implements MetricProducer {
  readonly #registry: () => Registry;
  readonly #startTime = millisToHrTime(Math.round(performance.timeOrigin));

  constructor(registry: () => Registry) {
    this.#registry = registry;
  }

  async collect(): Promise<CollectionResult> {
    const shown = (await this.#registry().getMetricsAsJSON()) as Shown[];
    const times = { startTime: this.#startTime, endTime: millisToHrTime(Date.now()) };
    const metrics = shown.flatMap((each) => metricOf(each, times) ?? []);
    return {
      resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: "lintel" }, metrics }] },
      errors: [],
    };
  }
}

/** Null for summaries, of which there are none. */
function metricOf({ name, help, type, values }: Shown, times: Times): MetricData | null {
  const base = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // Of prom-client's types as they are at run time.
  const kind = String(type);
  const points = () =>
    (values as Value[]).map(({ value, labels }) => ({ ...times, attributes: labels, value }));
  if (kind === "gauge") return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() };
  if (kind === "counter")
    return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
  if (kind !== "histogram") return null;
  return {
    ...base,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: histogramsOf(values as Value[]).map((each) => ({ ...times, ...each })),
  };
}

function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return "s";
  return /_bytes(_total)?$/.test(name) ? "By" : "";
}

/** Prometheus' buckets are cumulative lines with a label `le`; OpenTelemetry's are counts, one more than there are boundaries. */
function histogramsOf(values: readonly Value[]): { attributes: Labels; value: Histogram }[] {
  const all = new Map<
    string,
    { attributes: Labels; cumulative: [bound: number, count: number][]; sum: number }
  >();
  for (const { value, labels, metricName = "" } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(attributes);
    const one = all.get(key) ?? { attributes, cumulative: [], sum: 0 };
    all.set(key, one);
    if (metricName.endsWith("_sum")) one.sum = value;
    else if (le !== undefined) one.cumulative.push([le === "+Inf" ? Infinity : Number(le), value]);
  }
  return [...all.values()].map(({ attributes, cumulative, sum }) => {
    const ordered = cumulative.toSorted(([one], [other]) => one - other);
    const counts = ordered.map(([, count], at) => count - (ordered[at - 1]?.[1] ?? 0));
    const boundaries = ordered.map(([bound]) => bound).filter(Number.isFinite);
    return { attributes, value: { buckets: { boundaries, counts }, sum, count: ordered.at(-1)?.[1] ?? 0 } };
  });
}
