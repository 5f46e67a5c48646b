import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { enroll } from "../src/drips/enrollments/enroll.sql.ts";
import { clearResumption } from "../src/drips/enrollments/enter-stage.ts";
import { lockTriggered } from "../src/drips/enrollments/lock-triggered.sql.ts";
import { resumeAfterVoid } from "../src/drips/enrollments/resume-after-void.sql.ts";
import { stopAllOf } from "../src/drips/enrollments/stop-all-of.sql.ts";
import { lockEnrollments } from "../src/drips/enrollments/stop-enrollments.ts";
import { stopForStage } from "../src/drips/enrollments/stop-for-stage.sql.ts";
import { advanceSent } from "../src/drips/run/advance-sent.sql.ts";
import { claimDue } from "../src/drips/run/claim-due.sql.ts";
import { dueSteps } from "../src/drips/run/due-steps.sql.ts";
import { stillClaimedEnrollments } from "../src/drips/run/settle-due.ts";
import { stagesOf } from "../src/leads/contact-rules/stages-of.sql.ts";
import { type Cause, recentMessages } from "../src/messages/caps/recent-messages.sql.ts";
import { withheldSince } from "../src/messages/caps/withheld-since.sql.ts";
import { claimDueMessages } from "../src/messages/delivery/claim-due-messages.sql.ts";
import { waitingMail } from "../src/messages/delivery/deliver-messages.ts";
import { ledgerPage } from "../src/messages/ledger/ledger-page.sql.ts";
import { fillLeadsForPlans } from "./harness/fill-for-plans.ts";
import { describePlans, type PlanWatch } from "./harness/plan-watch.ts";

/** Each hot query goes by an index, as its file says. */
describePlans("the plan of every hot query of messages and drips", fillLeadsForPlans, (watch) => {
  const planOf: PlanWatch["planOf"] = (...query) => watch.planOf(...query);

  it("what caps of messages count is read by the person", async () => {
    const since = new Date(Date.now() - 86_400_000);
    const causes = [{ brokerageId: 1, personKey: "person 7" }];
    expect(await planOf((db) => recentMessages(db, causes, { daySince: since, hourSince: since }))).toEqual({
      indexes: ["messages_caused_by", "messages_withheld"],
      tableScans: [],
    });
    const to = { channel: "email", recipient: "v@plans.test" };
    expect(await planOf((db) => withheldSince(db, causes[0] as Cause, to))).toEqual({
      indexes: ["messages_caused_by", "messages_withheld"],
      tableScans: [],
    });
  });

  it("a page of the newest messages of a brokerage is the end of an index, and one of a recipient is by that", async () => {
    const page = { limit: 20, offset: 0 };
    const newest = { brokerageId: 1 };
    const plan = await planOf((db) => ledgerPage(db, newest, page));
    expect(plan.tableScans).toEqual([]);
    // Of a brokerage that has nearly all messages, the end of the key is as short.
    expect([["messages_newest"], ["messages_pkey"]]).toContainEqual(plan.indexes);
    const { tableScans } = await planOf((db) => ledgerPage(db, { ...newest, to: "ada@visitors.test" }, page));
    expect(tableScans).toEqual([]);
  });

  it("claimDueMessages reads the head of what waits, and takes it by its key", async () => {
    const now = new Date();
    const claim = {
      channel: "email" as const,
      now,
      dueBy: now,
      until: new Date(now.getTime() + 120_000),
      limit: 5,
    };
    const { indexes, tableScans } = await planOf((db) => claimDueMessages(db, claim));
    expect([indexes, tableScans]).toEqual([["messages_due", "messages_pkey"], []]);
  });

  it("waitingMail reads what waits alone", async () => {
    expect(await planOf((db) => waitingMail(db))).toEqual({ indexes: ["messages_due"], tableScans: [] });
  });

  it("a lead that comes into a stage is enrolled by what is triggered there, and its first steps", async () => {
    const trigger = { brokerageId: 7, stage: "NEW", onlyPipeline: "buyer" };
    expect(await planOf((db) => lockTriggered(db, trigger))).toEqual({
      indexes: ["drip_sequences_trigger"],
      tableScans: [],
    });
    const { id } = await watch.lintel.database.db
      .selectFrom("drip_sequences")
      .select("id")
      .where("brokerage_id", "=", 7)
      .where("trigger_state", "=", "QUALIFIED")
      .executeTakeFirstOrThrow();
    const entry = { sequenceIds: [id], leadId: 9, stage: "QUALIFIED" };
    const plan = await planOf((db) => enroll(db, [entry], new Date()));
    expect(plan).toEqual({ indexes: ["drip_steps_pkey"], tableScans: [] });
  });

  it("what a move or a flag does to the drips of a lead goes by the lead", async () => {
    const [leadId, at] = [11, new Date()];
    const byLead = { indexes: ["drip_enrollments_lead"], tableScans: [] };
    expect(await planOf((db) => lockEnrollments(db, [leadId]))).toEqual(byLead);
    expect(await planOf((db) => resumeAfterVoid(db, { leadId, at }))).toEqual(byLead);
    expect(await planOf((db) => clearResumption(db, leadId))).toEqual(byLead);
    expect(await planOf((db) => stopForStage(db, { leadId, stage: "COMMITTED", at }))).toEqual({
      indexes: ["drip_enrollments_lead", "drip_sequences_pkey"],
      tableScans: [],
    });
    expect(await planOf((db) => stopAllOf(db, { leadId, reason: "flagged", at }))).toEqual(byLead);
  });

  it("a drip pass reads the head of what is due, and what it needs of those leads alone", async () => {
    const now = new Date();
    const claim = {
      now,
      pass: { id: randomUUID(), began: now },
      until: new Date(now.getTime() + 240_000),
      disabledBrokerageIds: [5],
      failureLevel: 0,
      limit: 100,
    };
    const claiming = await planOf((db) => claimDue(db, claim));
    expect(claiming.indexes).toContain("drip_enrollments_due");
    expect(claiming.tableScans).not.toContain("drip_enrollments");
    const due = await claimDue(watch.lintel.database.db, claim);
    expect(await planOf((db) => dueSteps(db, due))).toEqual({
      indexes: ["drip_enrollments_pkey", "drip_steps_pkey"],
      tableScans: [],
    });
    expect(
      await planOf((db) =>
        stillClaimedEnrollments(
          db,
          due.slice(0, 10).map((each) => ({ ...each, until: now })),
        ),
      ),
    ).toEqual({
      indexes: ["drip_enrollments_pkey"],
      tableScans: [],
    });
    const sent = due
      .slice(0, 25)
      .map((each) => ({ enrollment: { ...each, until: claim.until }, position: 1 }));
    const moving = await planOf((db) => advanceSent(db, sent, now));
    expect(moving).toEqual({ indexes: ["drip_enrollments_pkey", "drip_steps_pkey"], tableScans: [] });
    const leads = await planOf((db) =>
      stagesOf(
        db,
        due.map(({ lead_id }) => lead_id),
      ),
    );
    expect(leads).toEqual({ indexes: ["lead_events_timeline"], tableScans: [] });
  });
});
