import { afterAll, beforeAll, expect, it } from "vitest";
import { type DripRunFixture, openDripRun } from "../../../test/harness/drip-run-fixture.ts";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";

let fixture: MailFixture;
let brokerage: DripRunFixture;
beforeAll(async () => {
  fixture = await openMail();
  brokerage = await openDripRun(fixture, "without-links");
});
afterAll(() => fixture.close());

it("where links are not configured, the footer asks the reader to reply, and the run report notes it", async () => {
  await brokerage.sequence([0]);
  const { email } = await brokerage.person({ stage: "QUALIFIED" });
  const { notes } = await brokerage.run();
  expect(notes).toEqual([expect.stringMatching(/^Unsubscribe links are disabled: set PUBLIC_API_URL/)]);
  const [mail] = await brokerage.mails(email);
  expect(mail?.text).toMatch(/\nTo stop receiving these emails, reply with the word unsubscribe\.\n+$/);
  expect(mail?.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
});
