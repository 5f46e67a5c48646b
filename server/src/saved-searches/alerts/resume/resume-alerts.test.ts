import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alertClient, linksIn } from "../../../../test/harness/alert-fixture.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../../test/harness/searches-fixture.ts";
import { deliverMessages } from "../../../messages/index.ts";

const WEEK = 7 * 86_400_000;

describe("resumeAlerts", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  it("resumes what 16 weeks without an answer have paused; opening the page does not", async () => {
    const { address, searchId } = await alertClient(mail, north);
    mail.lintel.clock.advance(16 * WEEK);
    expect(await north.send()).toMatchObject({ client_paused: 1 });
    await deliverMessages(mail.lintel.ctx);
    const question = (await mail.mailsTo(address)).find(({ subject }) =>
      subject?.startsWith("Are you still"),
    );
    const path = linksIn(question as NonNullable<typeof question>).linkOf("Keep sending my alerts");
    const status = async () =>
      (
        await mail.lintel.database.db
          .selectFrom("saved_searches")
          .select("status")
          .where("id", "=", searchId)
          .executeTakeFirstOrThrow()
      ).status;
    for (const method of ["GET", "HEAD"] as const) await mail.lintel.call(path, { method });
    expect(await status()).toBe("paused");
    const post = () =>
      mail.lintel.call(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "",
      });
    for (let time = 0; time < 2; time++) expect((await post()).status).toBe(200);
    expect(await status()).toBe("active");
  });

  it("answers 404 to a forged link", async () => {
    const reply = await mail.lintel.call(`${SEARCHES}/resume/forged`, { method: "POST" });
    expect(reply.status).toBe(404);
  });
});
