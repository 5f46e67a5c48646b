import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { jobsOf } from "../../src/schedules.ts";
import { type MailFixture, openMail } from "../harness/mail-fixture.ts";
import { home } from "../harness/market.ts";
import { addStillFeed } from "../harness/still-feed.ts";
import { startTestApp } from "../harness/test-app.ts";
import { startWebServer, type WebServer } from "../harness/web-server.ts";
import { alertQueries, dashboardQueries, exposedLabels, metricsOf } from "./promql.ts";

const SOON = { timeout: 30_000 };
/** What Prometheus itself adds to each metric of a target. */
const ADDED = ["instance", "job"];

const queries = [...dashboardQueries(), ...alertQueries()];

describe("the dashboard's queries, and those of the alerts", () => {
  let mail: MailFixture;
  let receiver: WebServer;
  let exposed: Map<string, Set<string>>;
  beforeAll(async () => {
    receiver = await startWebServer((_request, response) => void response.writeHead(204).end());
    mail = await openMail({ WEBSITE: "on", RATE_LIMITS: "on", OUTBOUND_ALLOW: "127.0.0.1" });
    const { lintel } = mail;
    const { id, host } = await lintel.createTenant("queried");
    await lintel.createAgent(id, { name: "Grace Hopper" });
    const key = await lintel.createKey("admin");
    const webhook = { url: receiver.url, events: ["lead.created"], brokerage_id: id };
    await lintel.call("/api/admin/webhooks", { method: "POST", key, body: webhook });
    await lintel.importListings("queried", [home({ ListingId: "queried-1" })]);
    await addStillFeed(lintel, "queried", 1);
    await lintel.services.jobs.start(jobsOf(lintel.services));
    await lintel.app.inject({ url: "/", headers: { host, accept: "text/html" } });
    const form = {
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@visitors.test",
      subject: "A",
      message: "B",
    };
    await lintel.call("/api/contact", { method: "POST", host, body: form });
    for (let at = 0; at < 8; at++)
      await lintel.call("/register", {
        method: "POST",
        host,
        body: { name: "Ada", email: "ada@visitors.test" },
      });
    await vi.waitFor(async () => {
      exposed = exposedLabels((await lintel.call("/metrics", { host: "localhost" })).text);
      expect([...exposed.keys()]).toEqual(
        expect.arrayContaining([
          "lintel_messages_total",
          "lintel_rate_limit_refusals_total",
          "lintel_webhook_attempts_total",
          "lintel_website_pages_total",
        ]),
      );
    }, SOON);
  });
  afterAll(async () => {
    await mail.lintel.services.jobs.stop();
    await mail.close();
    await receiver.close();
  });

  it("are all read: dozens, of every part of the product", () => {
    expect([dashboardQueries().length, alertQueries().length]).toEqual([39, 16]);
  });

  it.each(queries)("$title: every metric and label is shown by /metrics", ({ query }) => {
    const used = metricsOf(query);
    expect(used.length).toBeGreaterThan(0);
    for (const { metric, labels } of used) {
      if (metric === "up") continue;
      expect([...exposed.keys()]).toContain(metric);
      const known = [...(exposed.get(metric) ?? []), ...ADDED];
      expect(labels.filter((label) => !known.includes(label))).toEqual([]);
    }
  });

  it("a worker shows the same metrics, and one that runs no jobs raises LintelNoWorker", async () => {
    const worker = await startTestApp({ ROLE: "worker" });
    try {
      const { text } = await worker.call("/metrics", { host: "localhost" });
      const shown = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
      const used = new Set(queries.flatMap(({ query }) => metricsOf(query).map(({ metric }) => metric)));
      used.delete("up");
      expect(
        [...used].filter(
          (name) => !shown.has(name) && !shown.has(name.replace(/_(?:bucket|sum|count)$/, "")),
        ),
      ).toEqual([]);
      // No job has run: LintelNoWorker has nothing to compare, and looks for the series itself.
      const lastSuccess = "lintel_job_last_success_timestamp_seconds";
      expect([...exposedLabels(text).keys()]).not.toContain(lastSuccess);
      const noWorker = alertQueries().find(({ title }) => title === "LintelNoWorker");
      expect(noWorker?.query).toMatch(new RegExp(` or absent\\(${lastSuccess}\\{job_name="sweep"\\}\\)$`));
    } finally {
      await worker.close();
    }
  });

  it("a query with an unknown metric, an unknown label or an error would be found", () => {
    expect(metricsOf('sum by (root) (rate(http_requests{stat="5"}[5m]))')).toEqual([
      { metric: "http_requests", labels: ["stat", "root"] },
    ]);
    expect(() => metricsOf("sum(rate(x[5m])")).toThrow("No PromQL");
  });
});
