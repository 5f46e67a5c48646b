import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DripRunFixture, openDripRun } from "../../../test/harness/drip-run-fixture.ts";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";
import { runDripPass } from "./run-drip-pass.ts";

const REFUSED = { code: 550, text: "No such user" };

/** SPEC: Drip sending rules, "A failed send …"; decisions.md: Messages, one attempt per pass. */
describe("a drip step that cannot be sent", () => {
  let room: MailFixture;
  let office: DripRunFixture;
  let sequence: number;
  let made = 0;
  beforeAll(async () => {
    room = await openMail({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => room.close());
  beforeEach(async () => {
    room.server.arrived.length = 0;
    office = await openDripRun(room, `failing-${++made}`);
    sequence = await office.sequence([0, 1]);
  });
  afterEach(async () => {
    room.server.refuses.clear();
    room.server.drops = 0;
    await room.server.up();
    // Whatever a test has left due is over for the next one.
    await office.edit(sequence, { active: false });
  });

  const person = () => office.person({ stage: "QUALIFIED" });
  const rows = () => room.ledger(office.id);

  it("leaves next_send_at unchanged and is retried on the next pass; the third failure in a row stops the enrollment", async () => {
    const { id, email } = await person();
    const before = await office.enrollment(sequence, id);
    room.server.refuses.set(email, REFUSED);
    for (const send_failures of [1, 2]) {
      expect((await office.run()).actions).toMatchObject([
        { action: "retry", position: 1, reason: expect.stringContaining("550 No such user") },
      ]);
      expect(await office.enrollment(sequence, id)).toMatchObject({
        status: "active",
        send_failures,
        next_send_at: before.next_send_at,
        next_step_position: 1,
        last_sent_at: null,
      });
      room.lintel.clock.advance(60_000);
    }
    expect((await office.run()).actions).toMatchObject([{ action: "stopped", reason: "send_failed" }]);
    expect(await office.enrollment(sequence, id)).toMatchObject({
      status: "stopped",
      stopped_reason: "send_failed",
      stopped_at: room.lintel.clock.now(),
      send_failures: 3,
      next_send_at: null,
    });
    expect(await rows()).toMatchObject([{ state: "failed", attempts: 3, content: null }]);
    expect((await office.run()).actions).toEqual([]);
  });

  it("is one attempt a pass, and no job tries it in between", async () => {
    const { email } = await person();
    room.server.refuses.set(email, REFUSED);
    await office.run();
    room.server.refuses.clear();
    room.lintel.clock.advance(3_600_000);
    expect(await room.deliver()).toMatchObject({ sent: 0 });
    expect(await office.mails(email)).toEqual([]);
    expect((await office.run()).counts).toMatchObject({ sent: 1 });
  });

  it("counts its failures in a row: one that leaves begins them anew", async () => {
    const { id, email } = await person();
    for (const reply of [REFUSED, REFUSED, null]) {
      if (reply) room.server.refuses.set(email, reply);
      else room.server.refuses.clear();
      await office.run();
    }
    expect(await office.enrollment(sequence, id)).toMatchObject({ send_failures: 0, next_step_position: 2 });
    room.server.refuses.set(email, REFUSED);
    expect((await office.runAfter(1)).counts).toMatchObject({ retry: 1 });
    expect((await office.run()).counts).toMatchObject({ retry: 1 });
    expect(await office.enrollment(sequence, id)).toMatchObject({ status: "active", send_failures: 2 });
  });

  it("keeps its Message-ID however often it is tried, also when the step is edited meanwhile", async () => {
    const { email } = await person();
    room.server.refuses.set(email, REFUSED);
    await office.run();
    const [{ reference } = { reference: "" }] = await rows();
    room.server.refuses.clear();
    await office.edit(sequence, {
      steps: [{ delay_days: 0, subject_template: "new", body_template: "new" }],
    });
    await office.run();
    expect(await office.mails(email)).toMatchObject([{ messageId: reference, subject: "new" }]);
  });

  it("holds up no other lead", async () => {
    const [one, other] = [await person(), await person()];
    room.server.refuses.set(one.email, REFUSED);
    expect((await office.run()).counts).toMatchObject({ sent: 1, retry: 1 });
    expect(await office.mails(other.email)).toHaveLength(1);
  });

  it("because the server is away is a failure too, of a few in a pass: the others wait unharmed, and are next", async () => {
    const people = [];
    for (let at = 0; at < 40; at++) people.push(await person());
    await room.server.down();
    const report = await office.run();
    const { retry } = report.counts;
    expect(retry).toBeGreaterThanOrEqual(20);
    expect(retry).toBeLessThan(30);
    expect(report.notes).toEqual([expect.stringMatching(/^The mail server takes no mail: .*ECONNREFUSED/)]);
    room.lintel.clock.advance(60_000);
    // Those that have not been tried come first.
    await office.run();
    const failures = await Promise.all(people.map(({ id }) => office.enrollment(sequence, id)));
    expect(failures.filter(({ send_failures }) => send_failures === 0)).toEqual([]);
    await room.server.up();
    room.lintel.clock.advance(60_000);
    expect((await office.run()).counts).toMatchObject({ sent: 40, stopped: 0 });
  });

  it("and is in doubt, because the connection broke at its end, goes again under its Message-ID", async () => {
    const { email } = await person();
    room.server.drops = 1;
    expect((await office.run()).counts).toMatchObject({ retry: 1 });
    const [{ reference } = { reference: "" }] = await rows();
    expect((await office.run()).counts).toMatchObject({ sent: 1 });
    expect((await office.mails(email)).at(-1)).toMatchObject({ messageId: reference });
  });

  it("of an enrollment that ends meanwhile is dropped from the ledger within an hour", async () => {
    const { id, email } = await person();
    room.server.refuses.set(email, REFUSED);
    await office.run();
    await office.flag(id, "unsubscribed");
    room.lintel.clock.advance(3_600_001);
    await office.run();
    expect(await rows()).toMatchObject([{ state: "dropped", content: null }]);
  });

  it("because its process is asked to stop is given back untried", async () => {
    const { id } = await person();
    const stop = new AbortController();
    stop.abort();
    const report = await runDripPass({ ...room.lintel.ctx, signal: stop.signal });
    expect(report.actions).toEqual([]);
    expect(await office.enrollment(sequence, id)).toMatchObject({ claimed_until: null, send_failures: 0 });
    expect((await office.run()).counts).toMatchObject({ sent: 1 });
  });
});
