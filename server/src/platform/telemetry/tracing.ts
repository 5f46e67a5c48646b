/** Attributes of a span: bounded words and numbers, never personal data. */
export type SpanAttributes = Record<string, string | number | boolean>;

export type SpanKind = "server" | "client" | "consumer" | "internal";

export type SpanOptions = {
  kind?: SpanKind;
  attributes?: SpanAttributes;
  /** A `traceparent` of this program that the span continues; null: a trace of its own. Default: the current span. */
  parent?: string | null;
  /** `traceparent`s of spans in other traces that the span has to do with. */
  links?: readonly (string | null | undefined)[];
};

/** A span that is under way. */
export type OpenSpan = {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. No message: it may quote a value. */
  fail(errorType: string): void;
  /** Runs `work` with the span as the current one. */
  within<Result>(work: () => Result): Result;
  /** Once; later calls do nothing. */
  end(): void;
};

/** What telemetry.ts implements on the OpenTelemetry SDK. */
export type Tracer = {
  open(name: string, options: SpanOptions): OpenSpan;
  /** Of the current span. */
  traceparent(): string | null;
  /** Whether there is a current span that is recorded. */
  isRecording(): boolean;
  ids(): { trace_id: string; span_id: string } | null;
};

/** Null while telemetry is off: then nothing of OpenTelemetry is loaded, and a span costs one comparison. */
let tracer: Tracer | null = null;

export function useTracer(used: Tracer | null): void {
  tracer = used;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** A span that its caller ends; null while telemetry is off. */
export function openSpan(name: string, options: SpanOptions): OpenSpan | null {
  return tracer === null ? null : tracer.open(name, options);
}

/** Runs `work` in a span, which fails with the type of what `work` throws. */
export function traced<Result>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | null) => Promise<Result>,
): Promise<Result> {
  return tracer === null ? work(null) : inSpan(tracer.open(name, options), work);
}

/** The same within a span that is recorded alone: for details, such as statements, whose traces would be of no use by themselves. */
export function tracedDetail<Result>(
  describe: () => { name: string } & SpanOptions,
  work: (span: OpenSpan | null) => Promise<Result>,
): Promise<Result> {
  if (tracer === null || !tracer.isRecording()) return work(null);
  const { name, ...options } = describe();
  return inSpan(tracer.open(name, options), work);
}

/** Of the current span, to be stored with work that is done later; null while telemetry is off. */
export function currentTraceparent(): string | null {
  return tracer === null ? null : tracer.traceparent();
}

/** For log lines: `trace_id` and `span_id`, none while telemetry is off. A new object, which the log adds to. */
export function currentIds(): object {
  return tracer?.ids() ?? {};
}

async function inSpan<Result>(span: OpenSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  try {
    return await span.within(() => work(span));
  } catch (error) {
    span.fail(errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** A code, such as an SQLSTATE or ECONNREFUSED, or the name of the class. Messages are not used: they may quote values. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^\w{1,64}$/.test(code) ? code : error.constructor.name;
}
