import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { jobsOf } from "../../src/schedules.ts";
import { type MailFixture, openMail } from "../harness/mail-fixture.ts";
import type { ReceivedSpan } from "../harness/otlp-messages.ts";
import { drawTrace } from "../harness/otlp-receiver.ts";
import { openTestTelemetry, type TelemetryFixture } from "../harness/telemetry-fixture.ts";
import { exposedLabels } from "./promql.ts";

const SOON = { timeout: 20_000 };
const FORM = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@visitors.test",
  phone: "208-555-0101",
  subject: "A home",
  message: "May I see it?",
};

describe("telemetry of a contact form", () => {
  let collector: TelemetryFixture;
  let mail: MailFixture;
  let tenant: { id: number; host: string };
  beforeAll(async () => {
    collector = await openTestTelemetry({
      OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=mine",
      OTEL_SERVICE_NAME: "homes",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_METRIC_EXPORT_INTERVAL: "500",
    });
    mail = await openMail();
    tenant = await mail.lintel.createTenant("traced");
    await mail.lintel.createAgent(tenant.id, { name: "Grace Hopper" });
    await mail.lintel.services.jobs.start(jobsOf(mail.lintel.services));
    // The run at the start, if it is slow, would deliver the mail of the request, which then has no run of its own.
    await vi.waitFor(
      () => expect(collector.receiver.spans.map(({ name }) => name)).toContain("job deliver-email"),
      SOON,
    );
    collector.telemetry.exportMetrics(() => mail.lintel.services.metrics.registry);
  });
  afterAll(async () => {
    await mail.lintel.services.jobs.stop();
    await mail.close();
    await collector.close();
  });

  const post = (headers: Record<string, string> = {}) =>
    mail.lintel.call("/api/contact", { method: "POST", host: tenant.host, body: FORM, headers });
  const spans = () => collector.receiver.spans;
  const requests = () => spans().filter(({ name }) => name === "POST /api/contact");
  const inTrace = ({ traceId }: ReceivedSpan) => spans().filter((span) => span.traceId === traceId);
  /** The names of a span's ancestors, from the nearest. */
  const above = (span: ReceivedSpan): string[] => {
    const parent = spans().find(({ spanId }) => spanId === span.parentSpanId);
    return parent ? [parent.name, ...above(parent)] : [];
  };

  it("request, statements, job and mail are one trace", async () => {
    expect((await post()).status).toBeLessThan(300);
    await vi.waitFor(() => {
      const names = inTrace(requests()[0] as ReceivedSpan).map(({ name }) => name);
      expect(names).toEqual(
        expect.arrayContaining(["insert leads", "commit", "job deliver-email", "deliver email", "smtp send"]),
      );
    }, SOON);
    const [request] = requests() as [ReceivedSpan];
    const runs = () => inTrace(request).filter(({ name }) => name === "job deliver-email");
    const sent = inTrace(request).find(({ name }) => name === "smtp send") as ReceivedSpan;
    expect(above(sent)).toContain("deliver email");
    expect(above(sent).at(-1)).toBe("POST /api/contact");
    const delivered = inTrace(request).find(({ name }) => name === "deliver email") as ReceivedSpan;
    expect(delivered.links).toHaveLength(1);
    // The job may have run before, and found nothing: the span of the run that delivered comes after its mail's.
    await vi.waitFor(
      () => expect(runs().map(({ spanId }) => spanId)).toContain(delivered.links[0]?.spanId),
      SOON,
    );
    expect(delivered.attributes).toMatchObject({ "lintel.channel": "email", "lintel.outcome": "sent" });
    expect(request).toMatchObject({
      kind: 2,
      parentSpanId: "",
      attributes: { "http.request.method": "POST", "http.route": "/api/contact", "url.scheme": "http" },
      resource: { "service.name": "homes", "deployment.environment": "test", "lintel.role": "all" },
    });
    expect(collector.receiver.headers).toMatchObject({ "x-collector-key": "mine" });
    if (process.env.SHOW_TRACE) process.stdout.write(`${drawTrace(spans(), request.traceId)}\n`);
  });

  it("a statement's span has its operation and table, and no text or value", async () => {
    await vi.waitFor(() => expect(spans().some(({ name }) => name === "insert leads")).toBe(true), SOON);
    const statements = spans().filter(({ attributes }) => attributes["db.system.name"] !== undefined);
    for (const { name, attributes } of statements) {
      expect(name).toMatch(/^[a-z]+( [a-z_.0-9]+)?$/);
      expect(Object.keys(attributes).toSorted()).toEqual(
        expect.arrayContaining(["db.operation.name", "db.query.summary", "db.system.name"]),
      );
    }
  });

  it("a caller's traceparent is linked, and neither continued nor obeyed", async () => {
    const [theirTrace, theirSpan] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
    await post({ traceparent: `00-${theirTrace}-${theirSpan}-01` });
    const linked = () => requests().filter(({ links }) => links.length > 0);
    await vi.waitFor(() => expect(linked()).toHaveLength(1), SOON);
    expect(linked()[0]).toMatchObject({
      links: [{ traceId: theirTrace, spanId: theirSpan }],
      parentSpanId: "",
    });
    expect(spans().some(({ traceId }) => traceId === theirTrace)).toBe(false);
  });

  it("a request without a route is named by its method", async () => {
    await mail.lintel.app.inject({ url: "/nothing/ada@visitors.test?email=ada@visitors.test" });
    await vi.waitFor(() => expect(spans().some(({ name }) => name === "GET")).toBe(true), SOON);
    expect(spans().find(({ name }) => name === "GET")?.attributes["http.response.status_code"]).toBe(404);
  });

  it("metrics are those of /metrics, buckets included", async () => {
    const named = (name: string) => collector.receiver.points.filter(({ metric }) => metric === name);
    await vi.waitFor(
      () => expect(named("lintel_messages_total").some(({ value }) => value > 0)).toBe(true),
      SOON,
    );
    const [duration] = named("http_request_duration_seconds").filter(
      ({ attributes }) => attributes.route === "/api/contact",
    );
    expect(duration).toMatchObject({ type: "histogram", bounds: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10] });
    expect(duration?.buckets.reduce((sum, count) => sum + count, 0)).toBe(duration?.value);
    const { text } = await mail.lintel.call("/metrics", { host: "localhost" });
    const shown = [...text.matchAll(/^# TYPE (\w+) (?:gauge|counter|histogram)$/gm)].map(([, name]) => name);
    const withValues = exposedLabels(text);
    const exported = new Set(collector.receiver.points.map(({ metric }) => metric));
    expect(shown.filter((name) => !exported.has(name as string) && withValues.has(name as string))).toEqual(
      [],
    );
  });
});
