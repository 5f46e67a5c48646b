import { expect, inject, it } from "vitest";
import { openTestDatabase } from "../harness/test-database.ts";
import { proveMail } from "./mail-delivery.ts";

it("mail leaves within a minute of what it tells, and survives kill -9 (npm run prove mail: an outage, too)", async () => {
  const database = "url" in inject("template") ? await openTestDatabase() : null;
  try {
    const extent = { registrations: 60, outageSeconds: 0, kills: 1, patient: false };
    expect(await proveMail(extent, database?.databaseUrl ?? null)).toMatch(
      /^60 registrations on .*kill -9 in mid-delivery, 1 times: \d+ mails, none missing/,
    );
  } finally {
    await database?.close();
  }
}, 180_000);
