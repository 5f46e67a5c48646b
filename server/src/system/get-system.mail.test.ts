import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";

/** What an admin sees of mail that does not leave. */
describe("the mail that getSystem tells of", () => {
  let room: MailFixture;
  beforeAll(async () => {
    room = await openMail();
  });
  afterAll(() => room.close());

  const mail = async () =>
    (await room.lintel.call("/api/admin/system", { key: await room.lintel.createKey("admin") })).body.mail;

  it("says how much waits, and why, until it has left", async () => {
    const { id } = await room.lintel.createTenant("north");
    expect(await mail()).toEqual({ kind: "smtp", waiting: 0, failure: null });
    await room.write({ id, slug: "north" }, 3);
    expect(await mail()).toEqual({ kind: "smtp", waiting: 3, failure: null });
    await room.server.down();
    await room.deliver();
    expect(await mail()).toEqual({
      kind: "smtp",
      waiting: 3,
      failure: expect.stringContaining("ECONNREFUSED"),
    });
    await room.server.up();
    room.lintel.clock.advance(60_000);
    await room.deliver();
    expect(await mail()).toEqual({ kind: "smtp", waiting: 0, failure: null });
  });
});
