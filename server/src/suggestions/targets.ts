import type { TSchema } from "typebox";
import { getAgent, UpdateAgentBody, updateAgent } from "../agents/index.ts";
import {
  findVisibleBrokerage,
  findVisibleContact,
  UpdateBrokerageBody,
  UpdateBrokerContactBody,
  type UsesBrokerages,
  updateBrokerage,
  updateBrokerContact,
} from "../brokerages/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { ActorContext } from "../platform/context.ts";
import type { Suggestion } from "./suggestions.schemas.ts";

/** What may be suggested about a kind of record: what its own edit takes, judged as there. */
type Target = {
  body: TSchema;
  /** Whose brokers decide. Throws the record's own 404 when it is not there for the caller. */
  brokerageOf(ctx: ActorContext, id: number): Promise<number>;
  update(ctx: ActorContext<UsesBrokerages & UsesModels>, id: number, changes: object): Promise<unknown>;
};

export const targets: Record<Suggestion["target_type"], Target> = {
  brokerage: {
    body: UpdateBrokerageBody,
    brokerageOf: async (ctx, id) => (await findVisibleBrokerage(ctx, id)).id,
    update: (ctx, id, changes) => updateBrokerage(ctx, { ...changes, brokerage_id: id }),
  },
  agent: {
    body: UpdateAgentBody,
    brokerageOf: async (ctx, id) => (await getAgent(ctx, { agent_id: id })).broker_id,
    update: (ctx, id, changes) => updateAgent(ctx, { ...changes, agent_id: id }),
  },
  broker_contact: {
    body: UpdateBrokerContactBody,
    brokerageOf: async (ctx, id) => (await findVisibleContact(ctx, id)).brokerage_id,
    update: (ctx, id, changes) => updateBrokerContact(ctx, { ...changes, contact_id: id }),
  },
};
