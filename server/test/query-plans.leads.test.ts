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
import { defaultLeadSettings } from "../src/lead-settings/lead-settings.ts";
import { lockWaitingLeads } from "../src/leads/assignment/alerts/lock-waiting-leads.sql.ts";
import { leadsByPhone } from "../src/leads/contact-rules/leads-by-phone.sql.ts";
import { stagesOf } from "../src/leads/contact-rules/stages-of.sql.ts";
import { lockDueFollowUps } from "../src/leads/engagement/follow-ups/lock-due-follow-ups.sql.ts";
import { earlierLeads } from "../src/leads/intake/registration/earlier-leads.sql.ts";
import { senderHistories } from "../src/leads/intake/sender-histories.sql.ts";
import { formLimits } from "../src/leads/intake/suspicions.ts";
import { summaryColumns } from "../src/leads/lead-row.ts";
import { nurtureQuiet } from "../src/leads/lifecycle/timeouts/nurture-quiet.sql.ts";
import { quietLeads } from "../src/leads/lifecycle/timeouts/quiet-leads.sql.ts";
import { leadsByTag } from "../src/leads/tags/list-lead-tags.ts";
import { boardCards } from "../src/leads/views/board/board-cards.sql.ts";
import { boardTotals } from "../src/leads/views/board/get-lead-board.ts";
import { countNewLeads } from "../src/leads/views/dashboard/dashboard-queries.ts";
import { leadSorts, orderOf } from "../src/leads/views/list/lead-order.ts";
import { matchingLeads } from "../src/leads/views/list/matching-leads.ts";
import { type Cause, recentMessages } from "../src/messages/caps/recent-messages.sql.ts";
import { withheldSince } from "../src/messages/caps/withheld-since.sql.ts";
import { claimDueMessages } from "../src/messages/delivery/claim-due-messages.sql.ts";
import { waitingMail } from "../src/messages/delivery/deliver-messages.ts";
import { ledgerPage } from "../src/messages/ledger/ledger-page.sql.ts";
import type { Db } from "../src/platform/database/database.ts";
import { fillLeadsForPlans } from "./harness/fill-for-plans.ts";
import { describePlans, type PlanWatch } from "./harness/plan-watch.ts";
import type { TestApp } from "./harness/test-app.ts";

async function fill(lintel: TestApp): Promise<void> {
  await lintel.createTenant("plans");
  await fillLeadsForPlans(lintel.database.db);
}

/** Each hot query goes by an index, as its file says. */
describePlans("the plan of every hot query of leads, messages and drips", fill, (watch) => {
  const planOf: PlanWatch["planOf"] = (...query) => watch.planOf(...query);

  const boards = {
    leads_board: { scope: { brokerageId: 1, agentId: null }, exceptBrokerages: [] },
    leads_agent: { scope: { brokerageId: 1, agentId: 7 }, exceptBrokerages: [] },
    leads_stage: { scope: null, exceptBrokerages: [5] },
  };
  it.each(Object.entries(boards))(
    "boardCards reads eight ends of %s, and nothing else",
    async (index, board) => {
      expect(await planOf((db) => boardCards(db, board, { perColumn: 100 }))).toEqual({
        indexes: [index],
        tableScans: [],
      });
    },
  );

  it("boardTotals reads a brokerage's leads, or an agent's, by an index", async () => {
    for (const board of [boards.leads_board, boards.leads_agent]) {
      const { indexes, tableScans } = await planOf((db) => boardTotals(db, board));
      expect([indexes, tableScans]).toEqual([[expect.stringMatching(/^leads_(board|agent)$/)], []]);
    }
  });

  it("a page of the newest leads is the end of an index", async () => {
    const newest = (db: Db) =>
      matchingLeads(db, boards.leads_board.scope, { page: 1, page_size: 20, sort: "-created_at" }, new Date())
        .select(summaryColumns)
        .orderBy(orderOf("-created_at"))
        .limit(20)
        .execute();
    expect(await planOf(newest)).toEqual({ indexes: ["leads_newest"], tableScans: [] });
  });

  const lists = Object.entries({
    all: { scope: null, of: "leads_all_" },
    "a brokerage's": { scope: boards.leads_board.scope, of: "leads_" },
  }).flatMap(([scopeName, list]) => leadSorts.map((sort) => ({ scopeName, ...list, sort })));
  const indexOf: Record<string, string> = {
    created_at: "newest",
    last_contact: "last_contact",
    temperature: "temperature",
    stage: "by_stage",
    response_due: "by_waiting",
  };
  it.each(lists)(
    "a page of $scopeName leads by $sort is the end of an index",
    async ({ scope, of, sort }) => {
      const page = (db: Db) =>
        matchingLeads(db, scope, { page: 1, page_size: 20, sort }, new Date())
          .select(summaryColumns)
          .orderBy(orderOf(sort))
          .limit(20)
          .execute();
      const index = `${of}${indexOf[sort.replace("-", "")]}`;
      expect(await planOf(page)).toEqual({ indexes: [index], tableScans: [] });
    },
  );

  it("the leads of a tag are read by the tag, and counted without their rows", async () => {
    const scope = boards.leads_board.scope;
    const query = { page: 1, page_size: 20, sort: "-created_at", tag: "rare" } as const;
    const tagged = (db: Db) =>
      matchingLeads(db, scope, query, new Date())
        .select(summaryColumns)
        .orderBy(orderOf("-created_at"))
        .limit(20)
        .execute();
    const { indexes, tableScans } = await planOf(tagged);
    expect([indexes, tableScans]).toEqual([expect.arrayContaining(["lead_tags_tag"]), []]);
    const counted = await planOf((db) => leadsByTag(db, [1, 2], scope));
    expect(counted).toEqual({ indexes: ["lead_tags_tag"], tableScans: [] });
  });

  it("the leads of today are the end of an index, of one brokerage and of all", async () => {
    const since = new Date(Date.now() - 3_600_000);
    for (const [index, scope] of [
      ["leads_newest", boards.leads_board.scope],
      ["leads_all_newest", null],
    ] as const) {
      const today = (db: Db) => countNewLeads(db, { scope, exceptBrokerages: scope ? [] : [5] }, since);
      expect(await planOf(today)).toEqual({ indexes: [index], tableScans: [] });
    }
  });

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

  it("senderHistories reads the leads of one email, and the last minutes of one address", async () => {
    const sender = { brokerageId: 1, email: "v7@plans.test", addressKey: "10.0.0.7" };
    const limits = formLimits(watch.lintel.clock.now());
    const plan = await planOf((db) => senderHistories(db, [sender], limits));
    expect(plan.indexes).toEqual(expect.arrayContaining(["leads_address", "leads_email"]));
    expect(plan.tableScans).not.toContain("leads");
  });

  it("earlierLeads reads those of one email", async () => {
    expect(await planOf((db) => earlierLeads(db, [{ brokerageId: 1, email: "v7@plans.test" }]))).toEqual({
      indexes: ["leads_email"],
      tableScans: [],
    });
  });

  it("nurtureQuiet reads what is quiet alone, and moves it by its key", async () => {
    const now = new Date();
    const quiet = {
      now,
      since: new Date(now.getTime() - 20 * 86_400_000),
      exceptBrokerages: [5],
      limit: 1000,
    };
    const { indexes, tableScans } = await planOf((db) => nurtureQuiet(db, quiet));
    expect([indexes, tableScans]).toEqual([["leads_pkey", "leads_registrations_quiet"], []]);
  });

  it("the sweep finds what is due by its indexes, brokerage by brokerage", async () => {
    const now = new Date();
    const settings = new Map(Array.from({ length: 2000 }, (_, at) => [at + 1, defaultLeadSettings]));
    const quietSince = new Map([...settings.keys()].map((id) => [id, new Date(now.getTime() - 86_400_000)]));
    const quiet = await planOf((db) =>
      quietLeads(db, { stage: "CONTACTING", quietSince, except: [], limit: 500 }),
    );
    expect([quiet.indexes, quiet.tableScans]).toEqual([["leads_board"], []]);
    const waiting = await planOf((db) => lockWaitingLeads(db, { settings, now, except: [], limit: 250 }));
    expect([waiting.indexes, waiting.tableScans]).toEqual([["leads_waiting"], []]);
    const brokerageIds = [...settings.keys()];
    const followUps = await planOf((db) => lockDueFollowUps(db, { now, brokerageIds, limit: 250 }));
    expect([followUps.indexes, followUps.tableScans]).toEqual([["leads_follow_up_unreminded"], []]);
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

  it("leadsByPhone goes by the end of the number, in every brokerage", async () => {
    expect(await planOf((db) => leadsByPhone(db, "+12085550007"))).toEqual({
      indexes: ["leads_phone"],
      tableScans: [],
    });
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
