import { expect, it } from "vitest";
import { proveMail } from "./mail-delivery.ts";

it("mail leaves within a minute of what it tells, and survives kill -9 (npm run prove mail: an outage, too)", async () => {
  const extent = { registrations: 60, outageSeconds: 0, kills: 1, patient: false };
  expect(await proveMail(extent)).toMatch(
    /^60 registrations on .*kill -9 in mid-delivery, 1 times: \d+ mails, none missing/,
  );
}, 180_000);
