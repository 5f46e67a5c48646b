import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLog } from "../../src/platform/log.ts";
import { jobsOf } from "../../src/schedules.ts";
import { type MailFixture, openMail } from "../harness/mail-fixture.ts";
import { openMarkedPerson } from "../harness/marked-person-fixture.ts";
import { openTestTelemetry, type TelemetryFixture } from "../harness/telemetry-fixture.ts";

const SOON = { timeout: 30_000 };
const PERSON = {
  mark: "Quixotine",
  email: "quixotine.vane@visitors.test",
  phone: "208-555-0147",
  address: "198.51.100.77",
};
/** As it is written, as it is stored, and as it stands in an address. */
const MARKS = /quixotine|208-?555-?0147|2085550147|198\.51\.100\.77/gi;

describe("personal data at LOG_LEVEL=info", () => {
  let collector: TelemetryFixture;
  let mail: MailFixture;
  let log = "";
  beforeAll(async () => {
    collector = await openTestTelemetry({ OTEL_BSP_SCHEDULE_DELAY: "100" });
    const stream = new Writable({
      write(line, _encoding, done) {
        log += line;
        done();
      },
    });
    mail = await openMail({ LOG_LEVEL: "info" }, { log: createLog("info", stream) });
    collector.telemetry.exportMetrics(() => mail.lintel.services.metrics.registry);
    const { lintel, server } = mail;
    const { id } = await openMarkedPerson(lintel, "marked", PERSON);
    await lintel.call("/api/auth/email-links", {
      method: "POST",
      host: "marked.test",
      body: { email: PERSON.email },
    });
    await lintel.call(`/api/properties?q=${PERSON.mark}&email=${PERSON.email}`, { host: "marked.test" });
    await lintel.app.inject({
      url: `/${PERSON.mark}/${PERSON.email}`,
      headers: { "user-agent": PERSON.mark },
    });
    // A mail server that repeats the address in its refusal, as most do.
    server.refuses.set(PERSON.email, { code: 550, text: `5.1.1 <${PERSON.email}>: user unknown` });
    await lintel.database.db
      .updateTable("messages")
      .set({ state: "waiting", claimed_until: null, finished_at: null })
      .where("brokerage_id", "=", id)
      .where("content", "is not", null)
      .execute();
    for (const job of jobsOf(lintel.services)) await job.run(new AbortController().signal);
    await lintel.services.jobs.start(jobsOf(lintel.services));
    await vi.waitFor(() => expect(lintel.services.jobs.state).toBe("running"), SOON);
    await vi.waitFor(async () => {
      const runs = (await lintel.call("/metrics", { host: "localhost" })).text;
      expect(runs).toMatch(/lintel_job_duration_seconds_count\{job_name="deliver-email",outcome="done"\}/);
    }, SOON);
    await lintel.services.jobs.stop();
  });
  afterAll(async () => {
    await mail.close();
    await collector.close();
  });

  it("is in no line of the log, which has lines", () => {
    expect(log).toContain("message send failed");
    expect([...log.matchAll(MARKS)].map(([text]) => text)).toEqual([]);
  });

  it("lines within a job have the ids of its trace", () => {
    const lines = log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const failed = lines.find(({ msg }) => msg === "message send failed");
    expect(failed).toMatchObject({
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it("is in no metric, and in no span that is exported", async () => {
    const { text } = await mail.lintel.call("/metrics", { host: "localhost" });
    expect([...text.matchAll(MARKS)].map(([mark]) => mark)).toEqual([]);
    await collector.telemetry.close();
    const { spans, points } = collector.receiver;
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["POST /api/contact", "insert leads", "smtp send", "deliver email"]),
    );
    expect(points.map(({ metric }) => metric)).toContain("lintel_messages_total");
    expect([...collector.receiver.bytes().matchAll(MARKS)].map(([mark]) => mark)).toEqual([]);
  });
});
