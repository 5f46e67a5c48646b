import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";

const MINUTE_MS = 60_000;

describe("deliverMessages, with the mail server down for an hour", () => {
  let fixture: MailFixture;
  let tenant: { id: number; host: string };
  beforeAll(async () => {
    fixture = await openMail();
    tenant = await fixture.lintel.createTenant("outage");
    for (const name of ["Ann", "Bob", "Cleo"]) await fixture.lintel.createAgent(tenant.id, { name });
  });
  afterAll(() => fixture.close());

  const register = async (visitor: number) => {
    const body = { name: `Visitor ${visitor}`, email: `visitor-${visitor}@visitors.test` };
    const reply = await fixture.lintel.call("/register", { method: "POST", host: tenant.host, body });
    expect(reply.status).toBe(200);
  };

  it("loses nothing and sends nothing twice: each visitor is welcomed, and an agent told, once", async () => {
    await fixture.server.down();
    let visitors = 0;
    for (let minute = 0; minute < 60; minute++) {
      if (minute % 2 === 0) await register(++visitors);
      expect(await fixture.deliver()).toMatchObject({ sent: 0, failed: 0 });
      fixture.lintel.clock.advance(MINUTE_MS);
    }
    const tries = (await fixture.ledger(tenant.id)).map(({ attempts }) => attempts);
    expect(Math.max(...tries)).toBeLessThanOrEqual(9);

    await fixture.server.up();
    let minutes = 0;
    while ((await fixture.ledger(tenant.id)).some(({ state }) => state !== "sent")) {
      await Promise.all([fixture.deliver(), fixture.deliver()]);
      fixture.lintel.clock.advance(MINUTE_MS);
      expect(++minutes).toBeLessThanOrEqual(16);
    }
    const mails = await fixture.server.read();
    expect(mails).toHaveLength(2 * visitors);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2 * visitors);
    const subjects = mails.map(({ subject, to }) => `${subject} to ${to?.[0]?.address}`);
    for (let visitor = 1; visitor <= visitors; visitor++) {
      expect(subjects).toContain(`Welcome to outage to visitor-${visitor}@visitors.test`);
      expect(
        subjects.filter((each) => each.startsWith(`New lead assigned: Visitor ${visitor} to agent-`)),
      ).toHaveLength(1);
    }
  });
});
