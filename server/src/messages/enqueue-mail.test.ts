import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FROM, type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";
import { inTransaction } from "../platform/database/database.ts";
import { enqueueMail, type NewMail } from "./enqueue-mail.ts";

describe("enqueueMail", () => {
  let fixture: MailFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail();
  });
  afterAll(() => fixture.close());

  async function aMail(): Promise<NewMail<"welcome">> {
    const { id } = await fixture.lintel.createTenant(`writing-${++made}`);
    return {
      brokerageId: id,
      leadId: null,
      template: "welcome",
      data: { firstName: "Ada", brokerage: "North", agent: null, website: null },
      to: "ada@visitors.test",
      replyTo: null,
      audience: "public",
      occasion: `mail ${made}`,
    };
  }

  it("writes what it will say, and under which Message-ID, before anything is sent", async () => {
    const mail = await aMail();
    expect(await enqueueMail(fixture.lintel.ctx, mail)).toBe(true);
    expect(await fixture.ledger(mail.brokerageId)).toMatchObject([
      {
        recipient: "ada@visitors.test",
        kind: "welcome",
        state: "waiting",
        attempts: 0,
        failure: null,
        content: { template: "welcome", data: mail.data, date: fixture.lintel.clock.now().toISOString() },
        reference: expect.stringMatching(new RegExp(`^<[0-9a-f-]{36}@${FROM.split("@")[1]}>$`)),
        due_at: fixture.lintel.clock.now(),
        finished_at: null,
      },
    ]);
  });

  it("writes one for an occasion, however often and however the address is spelt, also at once", async () => {
    const mail = await aMail();
    const enqueued = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        enqueueMail(fixture.lintel.ctx, at % 2 ? mail : { ...mail, to: "ADA@visitors.test" }),
      ),
    );
    expect(enqueued.filter(Boolean)).toHaveLength(1);
    expect(await enqueueMail(fixture.lintel.ctx, mail)).toBe(false);
    expect(await fixture.ledger(mail.brokerageId)).toHaveLength(1);
  });

  it("writes none for an occasion whose mail has left long ago", async () => {
    const mail = await aMail();
    await enqueueMail(fixture.lintel.ctx, mail);
    await fixture.deliver();
    expect(await enqueueMail(fixture.lintel.ctx, mail)).toBe(false);
    expect(await fixture.ledger(mail.brokerageId)).toMatchObject([{ state: "sent" }]);
  });

  it("writes one for each recipient, each occasion and each kind", async () => {
    const mail = await aMail();
    await enqueueMail(fixture.lintel.ctx, mail);
    expect(await enqueueMail(fixture.lintel.ctx, { ...mail, to: "grace@visitors.test" })).toBe(true);
    expect(await enqueueMail(fixture.lintel.ctx, { ...mail, occasion: `${mail.occasion} again` })).toBe(true);
    const references = (await fixture.ledger(mail.brokerageId)).map(({ reference }) => reference);
    expect(new Set(references).size).toBe(3);
  });

  it("of a transaction that is rolled back never leaves", async () => {
    const mail = await aMail();
    const work = inTransaction(fixture.lintel.ctx, async (ctx) => {
      await enqueueMail(ctx, mail);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    await fixture.deliver();
    expect(await fixture.ledger(mail.brokerageId)).toEqual([]);
    // Its occasion has not been: when it comes, it has its mail.
    expect(await enqueueMail(fixture.lintel.ctx, mail)).toBe(true);
  });

  it("waits until it is due, and bears that date", async () => {
    const mail = await aMail();
    const dueAt = new Date(fixture.lintel.clock.now().getTime() + 3_600_000);
    await enqueueMail(fixture.lintel.ctx, { ...mail, to: "later@visitors.test", dueAt });
    await fixture.deliver();
    expect(await fixture.mailsTo("later@visitors.test")).toEqual([]);
    fixture.lintel.clock.advance(3_600_000);
    await fixture.deliver();
    expect(await fixture.mailsTo("later@visitors.test")).toMatchObject([{ date: dueAt.toISOString() }]);
  });
});
