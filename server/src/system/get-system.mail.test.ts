import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";

/** What an admin sees of mail that does not leave. */
describe("the mail that getSystem tells of", () => {
  let fixture: MailFixture;
  beforeAll(async () => {
    fixture = await openMail();
  });
  afterAll(() => fixture.close());

  const mail = async () =>
    (await fixture.lintel.call("/api/admin/system", { key: await fixture.lintel.createKey("admin") })).body
      .mail;

  it("says how much waits, and why, until it has left", async () => {
    const { id } = await fixture.lintel.createTenant("north");
    expect(await mail()).toEqual({ kind: "smtp", waiting: 0, failure: null });
    await fixture.write({ id, slug: "north" }, 3);
    expect(await mail()).toEqual({ kind: "smtp", waiting: 3, failure: null });
    await fixture.server.down();
    await fixture.deliver();
    expect(await mail()).toEqual({
      kind: "smtp",
      waiting: 3,
      failure: expect.stringContaining("ECONNREFUSED"),
    });
    await fixture.server.up();
    fixture.lintel.clock.advance(60_000);
    await fixture.deliver();
    expect(await mail()).toEqual({ kind: "smtp", waiting: 0, failure: null });
  });
});
