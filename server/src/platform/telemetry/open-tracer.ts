import {
  type Context,
  context,
  SpanKind as Kind,
  type Link,
  ROOT_CONTEXT,
  type Tracer as SdkTracer,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import type { OpenSpan, SpanOptions, Tracer } from "./tracing.ts";

const kinds = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
} as const;

/** `Tracer` on the SDK. Its context manager carries the current span through asynchronous calls. */
export function openTracer(sdk: SdkTracer): Tracer {
  return {
    open(name, options) {
      const parent = parentOf(options);
      const span = sdk.startSpan(
        name,
        {
          kind: kinds[options.kind ?? "internal"],
          ...(options.attributes && { attributes: options.attributes }),
          links: linksOf(options),
        },
        parent,
      );
      const within = trace.setSpan(parent, span);
      let isOpen = true;
      return {
        set: (attributes) => void span.setAttributes(attributes),
        fail: (errorType) =>
          void span.setAttribute("error.type", errorType).setStatus({ code: SpanStatusCode.ERROR }),
        within: (work) => context.with(within, work),
        end() {
          if (isOpen) span.end();
          isOpen = false;
        },
      } satisfies OpenSpan;
    },
    traceparent() {
      const current = trace.getSpanContext(context.active());
      if (!current) return null;
      const flags = (current.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, "0");
      return `00-${current.traceId}-${current.spanId}-${flags}`;
    },
    isRecording: () => trace.getActiveSpan()?.isRecording() === true,
    ids() {
      const current = trace.getSpanContext(context.active());
      return current ? { trace_id: current.traceId, span_id: current.spanId } : null;
    },
  };
}

function parentOf({ parent }: SpanOptions): Context {
  if (parent === undefined) return context.active();
  const stored = parent === null ? null : parseTraceParent(parent);
  return stored ? trace.setSpanContext(ROOT_CONTEXT, { ...stored, isRemote: true }) : ROOT_CONTEXT;
}

function linksOf({ links = [] }: SpanOptions): Link[] {
  return links.flatMap((link) => {
    const linked = link ? parseTraceParent(link) : null;
    return linked ? [{ context: linked }] : [];
  });
}
