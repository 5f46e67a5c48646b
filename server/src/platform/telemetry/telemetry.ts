import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Registry } from "prom-client";
import type { Log } from "../log.ts";
import { VERSION } from "../version.ts";
import { openTracer } from "./open-tracer.ts";
import { RegistryProducer } from "./registry-producer.ts";
import { useTracer } from "./tracing.ts";

export type Telemetry = {
  /** Exports a registry's metrics from now on: those that `/metrics` shows. */
  exportMetrics(registry: () => Registry): void;
  /** Exports what is left, within a few seconds. */
  close(): Promise<void>;
};

/** A collector that does not answer delays the end of a process by this much at most. */
const CLOSE_MS = 5000;
const INTERVAL_MS = 60_000;
/** A collector that is away is in the log this often at most. */
const LOGGED_EVERY_MS = 600_000;

/**
 * Traces and metrics over OTLP/HTTP. The SDK reads the standard variables: OTEL_EXPORTER_OTLP_ENDPOINT and _HEADERS, OTEL_SERVICE_NAME,
 * OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER and _ARG, OTEL_BSP_*. Spans are made at our own seams: hooks of `require` see no ES module.
 */
export function openTelemetry({ role, log }: { role: string; log: Log }): Telemetry {
  setGlobalErrorHandler(failureLogger(log));
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({ "service.name": "lintel", "service.version": VERSION, "lintel.role": role }),
    )
    .merge(detectResources({ detectors: [hostDetector, envDetector] }));
  const traces = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  useTracer(openTracer(traces.getTracer("lintel", VERSION)));
  let metrics: MeterProvider | null = null;
  return {
    exportMetrics(registry) {
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(),
        exportIntervalMillis: Number(process.env.OTEL_METRIC_EXPORT_INTERVAL) || INTERVAL_MS,
        exportTimeoutMillis: Math.min(
          Number(process.env.OTEL_METRIC_EXPORT_INTERVAL) || INTERVAL_MS,
          Number(process.env.OTEL_METRIC_EXPORT_TIMEOUT) || INTERVAL_MS / 2,
        ),
        metricProducers: [new RegistryProducer(registry)],
      });
      metrics = new MeterProvider({ resource, readers: [reader] });
    },
    async close() {
      useTracer(null);
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([Promise.allSettled([traces.shutdown(), metrics?.shutdown()]), late]);
      context.disable();
      manager.disable();
    },
  };
}

/** The reason is the exporter's: a status or a code, and no content of the export. */
function failureLogger(log: Log) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error: unknown) => {
    if (performance.now() - loggedAt < LOGGED_EVERY_MS) return;
    loggedAt = performance.now();
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(
      { reason: reason.slice(0, 200) },
      "telemetry not exported, is dropped until the collector answers",
    );
  };
}
