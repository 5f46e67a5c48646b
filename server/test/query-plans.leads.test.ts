import { expect, it } from "vitest";
import { defaultLeadSettings } from "../src/lead-settings/lead-settings.ts";
import { lockWaitingLeads } from "../src/leads/assignment/alerts/lock-waiting-leads.sql.ts";
import { leadsByPhone } from "../src/leads/contact-rules/leads-by-phone.sql.ts";
import { lockDueFollowUps } from "../src/leads/engagement/follow-ups/lock-due-follow-ups.sql.ts";
import { earlierLeads } from "../src/leads/intake/registration/earlier-leads.sql.ts";
import { senderHistories } from "../src/leads/intake/sender-histories.sql.ts";
import { formLimits } from "../src/leads/intake/suspicions.ts";
import { summaryColumns } from "../src/leads/lead-row.ts";
import type { LeadScope } from "../src/leads/lead-scope.ts";
import { nurtureQuiet } from "../src/leads/lifecycle/timeouts/nurture-quiet.sql.ts";
import { quietLeads } from "../src/leads/lifecycle/timeouts/quiet-leads.sql.ts";
import { leadsByTag } from "../src/leads/tags/list-lead-tags.ts";
import { boardCards } from "../src/leads/views/board/board-cards.sql.ts";
import { boardTotals } from "../src/leads/views/board/get-lead-board.ts";
import { countNewLeads } from "../src/leads/views/dashboard/dashboard-queries.ts";
import { leadSorts, orderOf } from "../src/leads/views/list/lead-order.ts";
import { matchingLeads } from "../src/leads/views/list/matching-leads.ts";
import type { Db } from "../src/platform/database/database.ts";
import { fillLeadsForPlans } from "./harness/fill-for-plans.ts";
import { describePlans, type PlanWatch } from "./harness/plan-watch.ts";

/** Each hot query goes by an index, as its file says. */
describePlans("the plan of every hot query of leads", fillLeadsForPlans, (watch) => {
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

  const withWords = (scope: LeadScope, q: string) => (db: Db) =>
    matchingLeads(db, scope, { page: 1, page_size: 20, sort: "-created_at", q }, new Date())
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .execute();

  it("the words of a brokerage with few leads are read by an index, and no row of a lead", async () => {
    const { indexes, tableScans } = await planOf(withWords({ brokerageId: 7, agentId: null }, "ada"));
    expect([indexes, tableScans]).toEqual([expect.arrayContaining(["lead_words_brokerage"]), []]);
  });

  it("the words of a brokerage with many leads are compared by themselves, and no row of a lead", async () => {
    for (const q of ["ada", "an", "(208) 555-0007", "ada lovelace 555"]) {
      const { tableScans } = await planOf(withWords(boards.leads_board.scope, q));
      expect(tableScans).not.toContain("leads");
    }
  });

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

  it("leadsByPhone goes by the end of the number, in every brokerage", async () => {
    expect(await planOf((db) => leadsByPhone(db, "+12085550007"))).toEqual({
      indexes: ["leads_phone"],
      tableScans: [],
    });
  });
});
