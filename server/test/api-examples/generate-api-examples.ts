import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { indexDemoPhotos, makeDemo } from "../../src/make-demo.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { slices } from "../../src/slices.ts";
import { PLATFORM } from "../harness/sms-fixture.ts";
import { startTestApp } from "../harness/test-app.ts";
import { vapid } from "../harness/vapid.ts";
import { recordSetUp } from "./record-set-up.ts";
import { recordAccountChoice, recordSignIn } from "./record-sign-in.ts";
import { recordStaff } from "./record-staff.ts";
import { recordWebsite } from "./record-website.ts";
import { Recorder } from "./recorder.ts";

// `npm run generate:api-examples`: sends requests to the demo brokerage, and writes the examples of the OpenAPI document.
const FILE = fileURLToPath(new URL("../../src/api-document/examples.json", import.meta.url));

const dataDir = await mkdtemp(join(tmpdir(), "lintel-examples-"));
const handle = await openDatabase({ databaseUrl: null, dataDir }, createLog("error"));
const database = { ...handle, dataDir, databaseUrl: null };
const settings = {
  ...vapid,
  OUTBOUND_ALLOW: "127.0.0.1",
  PUBLIC_API_URL: "https://api.example.com",
  TWILIO_ACCOUNT_SID: PLATFORM.accountSid,
  TWILIO_AUTH_TOKEN: PLATFORM.authToken,
  TWILIO_FROM: PLATFORM.from,
};
const lintel = await startTestApp(settings, { database });
await makeDemo(lintel.ctx, () => {});
await indexDemoPhotos(lintel.ctx);
await lintel.services.listings.index.catchUp();
const { brokerage_id, agent_id } = await lintel.database.db
  .selectFrom("agents")
  .select(["brokerage_id", "id as agent_id"])
  .orderBy("id")
  .executeTakeFirstOrThrow();
const recorder = new Recorder(lintel, "localhost", {
  admin: await lintel.createKey("admin"),
  broker: await lintel.createKey("broker", { brokerageId: brokerage_id }),
  agent: await lintel.createKey("agent", { brokerageId: brokerage_id, agentId: agent_id }),
});
await recordWebsite(recorder.send, lintel);
await recordStaff(recorder.send, lintel);
await recordSignIn(recorder.send, lintel);
await recordSetUp(recorder.send, lintel, brokerage_id);
await recordAccountChoice(recorder.send, lintel);
await lintel.close();
await rm(dataDir, { recursive: true, force: true });

const operations = slices.flatMap((slice) => slice.routes).map(({ operationId }) => operationId);
const missing = operations.filter((operationId) => !(operationId in recorder.examples));
const sorted = Object.fromEntries(Object.entries(recorder.examples).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const document = JSON.stringify(sorted, null, 2).replaceAll(dataDir, "/var/lib/lintel");
await writeFile(FILE, `${document}\n`);
process.stdout.write(`${Object.keys(sorted).length} of ${operations.length} operations have an example\n`);
if (missing.length > 0) {
  process.stdout.write(`Without: ${missing.join(", ")}\n`);
  process.exitCode = 1;
}
