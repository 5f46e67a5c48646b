import { assignableAgents } from "../../../agents/index.ts";
import type { ActorContext } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { LeadSummary } from "../../leads.schemas.ts";
import { type PipelineType, type Stage, stageLabels, stages } from "../../lifecycle/stages.ts";
import { postableFrom } from "../../lifecycle/transitions.ts";
import { excludedBrokerages, leadsInView, narrowedScope } from "../narrowed-scope.ts";
import { presentSummaries } from "../present-lead.ts";
import type { LeadBoard, LeadBoardQuery, LeadCard } from "./board.schemas.ts";
import { type BoardView, boardCards } from "./board-cards.sql.ts";

/**
 * The pipeline as columns of cards (SPEC: Lead lifecycle timeline; decisions.md: Leads): agents their own leads, brokers
 * their brokerage's, admins one brokerage's or all open brokerages'.
 */
export async function getLeadBoard(ctx: ActorContext, input: LeadBoardQuery): Promise<Json<LeadBoard>> {
  const { actor, db } = ctx;
  const canFilterAgents = actor.role !== "agent";
  const brokerageId = input.brokerage_id;
  const agentId = canFilterAgents ? input.assigned_agent_id : undefined;
  const scope = await narrowedScope(ctx, { brokerageId, agentId });
  // The list of agents is not narrowed by the agent filter.
  const assignableIn = actor.role === "admin" ? (brokerageId ?? null) : (scope?.brokerageId ?? 0);
  const board = {
    scope,
    exceptBrokerages: await excludedBrokerages(ctx, scope),
    pipelineType: input.pipeline_type,
  };
  const totals = await boardTotals(db, board, input.stage);
  const rows = await boardCards(db, board, {
    perColumn: input.per_column,
    page: input.page,
    stage: input.stage,
  });
  const cards = Map.groupBy((await presentSummaries(ctx, rows)).map(presentCard), ({ stage }) => stage);
  return {
    columns: (input.stage ? [input.stage] : stages).map((stage) => ({
      stage,
      label: stageLabels[stage],
      total: totals.get(stage) ?? 0,
      cards: cards.get(stage) ?? [],
      available_transitions: reportableEvents(stage, "buyer"),
      seller_transitions: reportableEvents(stage, "seller"),
    })),
    generated_at: ctx.clock.now().toISOString(),
    can_filter_agents: canFilterAgents,
    agents: canFilterAgents ? await assignableAgents(db, assignableIn) : [],
  };
}

/** Leads per stage. Index: as for the cards, read in full without the rows. At most eight rows. */
export async function boardTotals(db: Db, board: BoardView, stage?: Stage): Promise<Map<Stage, number>> {
  const { pipelineType } = board;
  const rows = await leadsInView(db, board)
    .$if(stage !== undefined, (leads) => leads.where("stage", "=", stage as Stage))
    .$if(pipelineType !== undefined, (leads) =>
      leads.where("pipeline_type", "=", pipelineType as PipelineType),
    )
    .select(({ fn }) => ["stage", fn.countAll<number>().as("total")])
    .groupBy("stage")
    .execute();
  return new Map(rows.map(({ stage, total }) => [stage as Stage, total]));
}

/** Dates as text: JSON.stringify is several times slower on objects with a Date, and a board has thousands. */
type Json<T> = T extends Date ? string : T extends object ? { [Name in keyof T]: Json<T[Name]> } : T;

function presentCard(lead: LeadSummary): Json<LeadCard> {
  const { sla, follow_up: next } = lead;
  const { remaining_seconds, target_seconds } = sla;
  return {
    ...lead,
    stage_entered_at: lead.stage_entered_at.toISOString(),
    created_at: lead.created_at.toISOString(),
    last_contact: lead.last_contact.toISOString(),
    follow_up: next && { ...next, due_at: next.due_at.toISOString(), reminded_at: isoTime(next.reminded_at) },
    sla: { ...sla, breached_at: isoTime(sla.breached_at) },
    sla_remaining_seconds: remaining_seconds,
    sla_target_seconds: remaining_seconds === null ? null : target_seconds,
  };
}

function isoTime(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

function reportableEvents(stage: Stage, path: PipelineType) {
  return postableFrom(stage, path).map(({ event }) => event);
}
