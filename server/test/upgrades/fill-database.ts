import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { indexDemoPhotos, makeDemo } from "../../src/make-demo.ts";
import { deliverMessages } from "../../src/messages/index.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { recordSetUp } from "../api-examples/record-set-up.ts";
import { recordSignIn } from "../api-examples/record-sign-in.ts";
import { recordStaff } from "../api-examples/record-staff.ts";
import { recordWebsite } from "../api-examples/record-website.ts";
import { Recorder, type Send } from "../api-examples/recorder.ts";
import { PLATFORM } from "../harness/sms-fixture.ts";
import { startTestApp } from "../harness/test-app.ts";
import { vapid } from "../harness/vapid.ts";

/*
 * Fills the empty database in DATABASE_URL for a kept dump: the demo, and what the requests of the API's examples leave. release-dump.ts
 * runs it in a process of its own, in this tree or in a checkout of an earlier version, and so it uses only what that version has too.
 */

/** The dump has these keys, of each role, so that tests can ask as staff. */
const KEYS = {
  admin: "kept-dump-admin-key-0123456789abcdef",
  broker: "kept-dump-broker-key-0123456789abcde",
  agent: "kept-dump-agent-key-0123456789abcdef",
};
const LISTINGS = 60;
/** Requests that would leave a table empty, and those that follow from them. */
const LEFT_OUT =
  /^(delete(Webhook|DripSequence|SavedSearch|Favorite|Feed|SmsAccount|Source|Listing|Lead|LeadTag|PushSubscription|SearchPushSubscription|Passkey|CurrentStaffSession|ClientSession|Preference|ImageEmbeddings)|getGoneListing|clearSession|stopEnrollment|removeBrokerageDomain|unsubscribeLead|unsubscribeLeadOneClick|unsubscribeAlertsOneClick)$/;

const dataDir = process.env.DATA_DIR ?? join(tmpdir(), "lintel-kept-dump");
const databaseUrl = process.env.DATABASE_URL ?? "";
const handle = await openDatabase({ databaseUrl, dataDir }, createLog("error"));
const settings = {
  ...vapid,
  OUTBOUND_ALLOW: "127.0.0.1",
  PUBLIC_API_URL: "https://api.example.com",
  TWILIO_ACCOUNT_SID: PLATFORM.accountSid,
  TWILIO_AUTH_TOKEN: PLATFORM.authToken,
  TWILIO_FROM: PLATFORM.from,
};
const lintel = await startTestApp(settings, { database: { ...handle, dataDir, databaseUrl } });
const { db } = lintel.database;
await makeDemo(lintel.ctx, () => {});
await indexDemoPhotos(lintel.ctx);
await lintel.services.listings.index.catchUp();

const { brokerage_id, agent_id } = await db
  .selectFrom("agents")
  .select(["brokerage_id", "id as agent_id"])
  .orderBy("id")
  .executeTakeFirstOrThrow();
await addKeys();
const recorder = new Recorder(lintel, "localhost", KEYS);
const send: Send = async (operationId, request) =>
  LEFT_OUT.test(operationId) ? {} : recorder.send(operationId, request);
await recordWebsite(send, lintel);
// Written to the outbox: sent messages. What follows stays pending.
await deliverMessages(lintel.ctx);
await recordStaff(send, lintel);
await recordSignIn(send, lintel);
await recordSetUp(send, lintel, brokerage_id);
await keepSome();
await lintel.close();

async function addKeys(): Promise<void> {
  const { hashApiKey, prefixOf } = await import("../../src/identity/index.ts");
  for (const [role, key] of Object.entries(KEYS)) {
    await db
      .insertInto("api_keys")
      .values({
        ...{ name: `${role} of the kept dump`, prefix: prefixOf(key), key_hash: hashApiKey(key), role },
        brokerage_id: role === "admin" ? null : brokerage_id,
        agent_id: role === "agent" ? agent_id : null,
      })
      .execute();
  }
}

/** A dump is in the repository: it has a part of the demo's listings, and what belongs to them. */
async function keepSome(): Promise<void> {
  const gone = "listing_id not in (select id from listings)";
  for (const statement of [
    `delete from listings
      where id not in (select id from listings order by id limit ${LISTINGS})
        and not exists (select from client_favorites where listing_id = listings.listing_id)
        and not exists (select from tour_requests where listing_id = listings.listing_id)`,
    `delete from listing_images where ${gone}`,
    `delete from listing_states where ${gone}`,
    `delete from listings_without_words where ${gone}`,
    "delete from listing_tombstones where revision not in (select revision from listing_tombstones order by revision desc limit 20)",
    `delete from open_houses
      where not exists (
        select from listings
        where source_id = open_houses.source_id and listing_key = open_houses.listing_key
      )`,
    `delete from image_enrichments
      where not exists (select from listing_images where image_enrichments.id = any(enrichment_ids))`,
    // They would ask servers that are not there.
    "update feeds set enabled = false",
  ])
    await sql.raw(statement).execute(db);
}
