import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf } from "../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LeadFixture, openLeads } from "../../../test/harness/lead-fixture.ts";
import { type RecordDeletion, recordDeletions } from "../../../test/harness/record-deletions-fixture.ts";
import { type RecordEdit, recordEdits } from "../../../test/harness/record-edits-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { slices } from "../../slices.ts";
import { toJsonb } from "../database/to-jsonb.ts";

/** Deletions that take no If-Match: no request edits what they delete, so none can overwrite what another has written. */
const neverEdited = {
  revokeApiKey: "a key is created and revoked",
  deleteAdmin: "an admin is an email",
  deletePasskey: "a passkey has the name that it was made with",
  deleteCurrentStaffSession: "of the caller alone",
  deleteStaffSession: "of the caller alone",
  deletePushSubscription: "of the caller's own browser",
  removeBrokerageDomain: "a domain is a name",
  stopEnrollment: "an enrollment moves by itself",
  deleteListing: "a listing is written by imports",
  deleteSource: "its listings are written by imports; its rules go with it",
  deleteImageEmbeddings: "vectors are made of the photos again",
};

describe("If-Match", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  let admin: string;
  let all: RecordEdit[];
  let deletions: RecordDeletion[];
  let keys: Record<"broker" | "admin" | "ann", string>;
  beforeAll(async () => {
    lintel = await startTestApp({ OUTBOUND_ALLOW: "127.0.0.0/8" });
    brokerage = await openLeads(lintel, "north");
    admin = await lintel.createKey("admin");
    keys = { broker: brokerage.broker, admin, ann: brokerage.ann.key };
    all = await recordEdits(lintel, brokerage, admin);
    deletions = await recordDeletions(lintel, brokerage, admin);
  });
  afterAll(() => lintel.close());

  it("makes every edit run on the version that was read, and no other", async () => {
    for (const { operation, get, path = get, method, bodies, by = "broker" } of all) {
      const key = keys[by];
      const read = async () => String((await lintel.call(get, { key })).headers.etag);
      const edit = (etag: string, body: object) =>
        lintel.call(path, { method, key, body, headers: { "if-match": etag }, keyed: false });
      const first = await read();
      expect([operation, first]).toEqual([operation, expect.stringMatching(/^"[\w-]{27}"$/)]);
      expect(await read()).toBe(first);

      const done = await edit(first, bodies[0]);
      expect([operation, done.status < 300, done.text]).toEqual([operation, true, done.text]);
      const second = String(done.headers.etag);
      expect([operation, second]).toEqual([operation, await read()]);
      expect(second).not.toBe(first);

      const refused = await edit(first, bodies[1] ?? bodies[0]);
      expect([operation, refused.status, refused.body]).toEqual([
        operation,
        412,
        {
          detail: expect.stringMatching(/^The .* has changed since you read it\. Read it again/),
          etag: second,
        },
      ]);
      expect([refused.headers.etag, await read()]).toEqual([second, second]);
      if (!bodies[1]) continue;
      const again = await edit(`"other", W/${second}`, bodies[1]);
      expect([operation, again.status < 300]).toEqual([operation, true]);
    }
  });

  it("deletes a record in the version that was read, and in no other", async () => {
    for (const { operation, path, get = path, method, body } of deletions) {
      const read = async () => String((await lintel.call(get, { key: admin })).headers.etag);
      const remove = (etag: string) =>
        lintel.call(path, { method: "DELETE", key: admin, headers: { "if-match": etag } });
      const first = await read();
      const edited = await lintel.call(path, { method, key: admin, body });
      expect([operation, edited.status]).toEqual([operation, 200]);
      const second = await read();
      expect([operation, (await remove(first)).status, await read()]).toEqual([operation, 412, second]);
      const removed = await remove(second);
      expect([operation, removed.status, removed.headers.etag]).toEqual([operation, 200, undefined]);
    }
  });

  it("is tried here on every route that takes it", () => {
    const taking = slices
      .flatMap(({ routes }) => routes)
      .filter(({ version, method }) => version && method !== "GET")
      .map(({ operationId }) => operationId);
    const tried = [...all, ...deletions].map(({ operation }) => operation);
    // These have tests beside them.
    const elsewhere = ["acceptUnverifiedContact", "approveSuggestion", "updateSmsAccount"];
    expect(taking.filter((operation) => ![...tried, ...elsewhere].includes(operation))).toEqual([]);
  });

  it("lets one of 50 concurrent edits of a version win", async () => {
    const lead = await brokerage.makeLead();
    const etag = String((await brokerage.read(lead)).headers.etag);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        lintel.call(`${LEADS}/${lead}`, {
          method: "PATCH",
          key: brokerage.broker,
          body: { notes: `note ${nth}` },
          headers: { "if-match": etag },
        }),
      ),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(49);
    expect((await brokerage.read(lead)).body.notes).toBe(won[0]?.body.notes);
    expect(await auditOf(lintel, "lead", lead)).toHaveLength(1);
  });

  it("lets one of a guarded edit and others without If-Match see what the other did", async () => {
    const lead = await brokerage.makeLead();
    for (let round = 0; round < 10; round++) {
      const etag = String((await brokerage.read(lead)).headers.etag);
      const [guarded, plain] = await Promise.all([
        lintel.call(`${LEADS}/${lead}`, {
          method: "PATCH",
          key: brokerage.broker,
          body: { notes: `guarded ${round}` },
          headers: { "if-match": etag },
        }),
        brokerage.patch(lead, { notes: `plain ${round}` }),
      ]);
      expect(plain.status).toBe(200);
      // The guarded one came first and was overwritten on purpose, or came second and was refused.
      expect([200, 412]).toContain(guarded.status);
      expect((await brokerage.read(lead)).body.notes).toBe(`plain ${round}`);
    }
  });

  it("does not change with what visitors and jobs change", async () => {
    const lead = await brokerage.makeLead();
    const etag = async () => (await brokerage.read(lead)).headers.etag;
    const before = await etag();
    await lintel.database.db
      .updateTable("leads")
      .set({
        heat: 40,
        last_signal_at: lintel.clock.now(),
        last_contact: lintel.clock.now(),
        preferences: toJsonb({ price: { max: 400_000 } }),
      })
      .where("id", "=", lead)
      .execute();
    expect(await etag()).toBe(before);
  });

  it("answers what is out of scope as missing, and is never needed", async () => {
    const lead = await brokerage.makeLead();
    const other = await openLeads(lintel, "south");
    const edit = (headers: Record<string, string>, key: string) =>
      lintel.call(`${LEADS}/${lead}`, { method: "PATCH", key, body: { notes: "x" }, headers });
    expect((await edit({ "if-match": '"old"' }, other.broker)).status).toBe(404);
    expect((await edit({ "if-match": "*" }, other.broker)).status).toBe(404);
    expect((await edit({}, brokerage.broker)).status).toBe(200);
    expect((await edit({ "if-match": "*" }, brokerage.broker)).status).toBe(200);
  });

  it("is part of what an Idempotency-Key repeats", async () => {
    const lead = await brokerage.makeLead();
    const report = (etag: string) =>
      lintel.call(`${LEADS}/${lead}/transitions`, {
        method: "POST",
        key: brokerage.broker,
        body: { event_type: "contact_attempted", channel: "call" },
        headers: { "idempotency-key": "once", "if-match": etag },
      });
    const etag = String((await brokerage.read(lead)).headers.etag);
    expect((await report(etag)).status).toBe(200);
    expect((await report(etag)).headers["idempotent-replayed"]).toBe("true");
    expect((await report('"other"')).status).toBe(422);
  });

  it("is declared by every edit and deletion of staff, with its 412, but by deletions of what nothing edits", async () => {
    const { body } = await lintel.call("/openapi.json");
    const changes = slices
      .flatMap(({ routes }) => routes)
      .filter(({ permission, method }) => permission !== "public" && /PUT|PATCH|DELETE/.test(method));
    const without = changes.filter(({ path, method }) => {
      const { parameters = [], responses } = body.paths[path][method.toLowerCase()];
      const takes = parameters.some(
        ({ $ref }: { $ref?: string }) => $ref === "#/components/parameters/IfMatch",
      );
      return !takes || !responses["412"];
    });
    expect(without.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(neverEdited).sort());
    expect(without.filter(({ method }) => method !== "DELETE")).toEqual([]);
  });

  it("is in the OpenAPI document of each route that takes it, with its 412", async () => {
    const { body } = await lintel.call("/openapi.json");
    const { patch, get } = body.paths["/api/v1/admin/leads/{lead_id}"];
    expect(patch.parameters).toContainEqual({ $ref: "#/components/parameters/IfMatch" });
    expect(patch.responses["412"].content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/PreconditionFailed",
    });
    expect(Object.keys(get.responses["200"].headers)).toEqual(["ETag"]);
    expect(get.responses["412"]).toBeUndefined();
  });
});
