import { expect, it } from "vitest";
import { startTestApp } from "../../test/harness/test-app.ts";

it("getLiveness answers while the database is away, without a question to it", async () => {
  const statements: string[] = [];
  const lintel = await startTestApp({}, { onStatement: (text) => void statements.push(text) });
  await lintel.services.listings.index.stop();
  statements.length = 0;
  const live = () => lintel.call("/health/live", { host: "anything.at.all" });
  expect(await live()).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(statements).toEqual([]);
  await lintel.database.db.destroy();
  expect((await lintel.call("/health")).status).toBe(503);
  expect(await live()).toMatchObject({ status: 200, body: { status: "ok" } });
  await lintel.app.close();
  await lintel.database.close().catch(() => {});
});
