import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";

const MINUTE_MS = 60_000;

describe("deliverMessages, with the mail server down for an hour", () => {
  let room: MailFixture;
  let tenant: { id: number; host: string };
  beforeAll(async () => {
    room = await openMail();
    tenant = await room.lintel.createTenant("outage");
    for (const name of ["Ann", "Bob", "Cleo"]) await room.lintel.createAgent(tenant.id, { name });
  });
  afterAll(() => room.close());

  const register = async (visitor: number) => {
    const body = { name: `Visitor ${visitor}`, email: `visitor-${visitor}@visitors.test` };
    const reply = await room.lintel.call("/register", { method: "POST", host: tenant.host, body });
    expect(reply.status).toBe(200);
  };

  it("loses nothing and sends nothing twice: each visitor is welcomed, and an agent told, once", async () => {
    await room.server.down();
    let visitors = 0;
    for (let minute = 0; minute < 60; minute++) {
      if (minute % 2 === 0) await register(++visitors);
      expect(await room.deliver()).toMatchObject({ sent: 0, failed: 0 });
      room.lintel.clock.advance(MINUTE_MS);
    }
    const tries = (await room.ledger(tenant.id)).map(({ attempts }) => attempts);
    expect(Math.max(...tries)).toBeLessThanOrEqual(9);

    await room.server.up();
    let minutes = 0;
    while ((await room.ledger(tenant.id)).some(({ state }) => state !== "sent")) {
      await Promise.all([room.deliver(), room.deliver()]);
      room.lintel.clock.advance(MINUTE_MS);
      expect(++minutes).toBeLessThanOrEqual(16);
    }
    const mails = await room.server.read();
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
