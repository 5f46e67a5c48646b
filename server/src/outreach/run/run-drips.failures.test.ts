import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DripRunFixture, openDripRun } from "../../../test/harness/drip-run-fixture.ts";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";
import { runDripPass } from "./run-drip-pass.ts";

const REFUSED = { code: 550, text: "No such user" };

/** SPEC: Drip sending rules, "A failed send …"; decisions.md: Messages, one attempt per pass. */
describe("a drip step that cannot be sent", () => {
  let fixture: MailFixture;
  let brokerage: DripRunFixture;
  let sequence: number;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    fixture.server.arrived.length = 0;
    brokerage = await openDripRun(fixture, `failing-${++made}`);
    sequence = await brokerage.sequence([0, 1]);
  });
  afterEach(async () => {
    fixture.server.refuses.clear();
    fixture.server.drops = 0;
    await fixture.server.up();
    // Steps that a test has left due do not reach the next one.
    await brokerage.edit(sequence, { active: false });
  });

  const person = () => brokerage.person({ stage: "QUALIFIED" });
  const rows = () => fixture.ledger(brokerage.id);

  it("leaves next_send_at unchanged and is retried on the next pass; the third failure in a row stops the enrollment", async () => {
    const { id, email } = await person();
    const before = await brokerage.enrollment(sequence, id);
    fixture.server.refuses.set(email, REFUSED);
    for (const send_failures of [1, 2]) {
      expect((await brokerage.run()).actions).toMatchObject([
        { action: "retry", position: 1, reason: expect.stringContaining("550 No such user") },
      ]);
      expect(await brokerage.enrollment(sequence, id)).toMatchObject({
        status: "active",
        send_failures,
        next_send_at: before.next_send_at,
        next_step_position: 1,
        last_sent_at: null,
      });
      fixture.lintel.clock.advance(60_000);
    }
    expect((await brokerage.run()).actions).toMatchObject([{ action: "stopped", reason: "send_failed" }]);
    expect(await brokerage.enrollment(sequence, id)).toMatchObject({
      status: "stopped",
      stopped_reason: "send_failed",
      stopped_at: fixture.lintel.clock.now(),
      send_failures: 3,
      next_send_at: null,
    });
    expect(await rows()).toMatchObject([{ state: "failed", attempts: 3, content: null }]);
    expect((await brokerage.run()).actions).toEqual([]);
  });

  it("is one attempt a pass, and no job tries it in between", async () => {
    const { email } = await person();
    fixture.server.refuses.set(email, REFUSED);
    await brokerage.run();
    fixture.server.refuses.clear();
    fixture.lintel.clock.advance(3_600_000);
    expect(await fixture.deliver()).toMatchObject({ sent: 0 });
    expect(await brokerage.mails(email)).toEqual([]);
    expect((await brokerage.run()).counts).toMatchObject({ sent: 1 });
  });

  it("counts its failures in a row: one that leaves begins them anew", async () => {
    const { id, email } = await person();
    for (const reply of [REFUSED, REFUSED, null]) {
      if (reply) fixture.server.refuses.set(email, reply);
      else fixture.server.refuses.clear();
      await brokerage.run();
    }
    expect(await brokerage.enrollment(sequence, id)).toMatchObject({
      send_failures: 0,
      next_step_position: 2,
    });
    fixture.server.refuses.set(email, REFUSED);
    expect((await brokerage.runAfter(1)).counts).toMatchObject({ retry: 1 });
    expect((await brokerage.run()).counts).toMatchObject({ retry: 1 });
    expect(await brokerage.enrollment(sequence, id)).toMatchObject({ status: "active", send_failures: 2 });
  });

  it("keeps its Message-ID however often it is tried, also when the step is edited meanwhile", async () => {
    const { email } = await person();
    fixture.server.refuses.set(email, REFUSED);
    await brokerage.run();
    const [{ reference } = { reference: "" }] = await rows();
    fixture.server.refuses.clear();
    await brokerage.edit(sequence, {
      steps: [{ delay_days: 0, subject_template: "new", body_template: "new" }],
    });
    await brokerage.run();
    expect(await brokerage.mails(email)).toMatchObject([{ messageId: reference, subject: "new" }]);
  });

  it("holds up no other lead", async () => {
    const [one, other] = [await person(), await person()];
    fixture.server.refuses.set(one.email, REFUSED);
    expect((await brokerage.run()).counts).toMatchObject({ sent: 1, retry: 1 });
    expect(await brokerage.mails(other.email)).toHaveLength(1);
  });

  it("because the server is away is a failure too, of a few in a pass: the others wait unharmed, and are next", async () => {
    const people = [];
    for (let at = 0; at < 40; at++) people.push(await person());
    await fixture.server.down();
    const report = await brokerage.run();
    const { retry } = report.counts;
    expect(retry).toBeGreaterThanOrEqual(20);
    expect(retry).toBeLessThan(30);
    expect(report.notes).toEqual([expect.stringMatching(/^The mail server takes no mail: .*ECONNREFUSED/)]);
    fixture.lintel.clock.advance(60_000);
    // Those that have not been tried come first.
    await brokerage.run();
    const failures = await Promise.all(people.map(({ id }) => brokerage.enrollment(sequence, id)));
    expect(failures.filter(({ send_failures }) => send_failures === 0)).toEqual([]);
    await fixture.server.up();
    fixture.lintel.clock.advance(60_000);
    expect((await brokerage.run()).counts).toMatchObject({ sent: 40, stopped: 0 });
  });

  it("and is in doubt, because the connection broke at its end, goes again under its Message-ID", async () => {
    const { email } = await person();
    fixture.server.drops = 1;
    expect((await brokerage.run()).counts).toMatchObject({ retry: 1 });
    const [{ reference } = { reference: "" }] = await rows();
    expect((await brokerage.run()).counts).toMatchObject({ sent: 1 });
    expect((await brokerage.mails(email)).at(-1)).toMatchObject({ messageId: reference });
  });

  it("of an enrollment that ends meanwhile is dropped from the ledger within an hour", async () => {
    const { id, email } = await person();
    fixture.server.refuses.set(email, REFUSED);
    await brokerage.run();
    await brokerage.flag(id, "unsubscribed");
    fixture.lintel.clock.advance(3_600_001);
    await brokerage.run();
    expect(await rows()).toMatchObject([{ state: "dropped", content: null }]);
  });

  it("because its process is asked to stop is given back untried", async () => {
    const { id } = await person();
    const stop = new AbortController();
    stop.abort();
    const report = await runDripPass({ ...fixture.lintel.ctx, signal: stop.signal });
    expect(report.actions).toEqual([]);
    expect(await brokerage.enrollment(sequence, id)).toMatchObject({ claimed_until: null, send_failures: 0 });
    expect((await brokerage.run()).counts).toMatchObject({ sent: 1 });
  });
});
