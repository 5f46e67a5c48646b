import type { TSchema } from "typebox";
import { agentVersion, getAgent, UpdateAgentBody, updateAgent } from "../agents/index.ts";
import {
  brokerageVersion,
  brokerContactVersion,
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
import type { RecordVersion } from "../platform/http/record-version.ts";
import type { Suggestion } from "./suggestions.schemas.ts";

/** A type of record that suggestions may edit: the schema and the operation of its own update. */
type Target = {
  body: TSchema;
  /** The brokerage whose brokers decide. Throws the record's own 404 when the caller does not see it. */
  brokerageOf(ctx: ActorContext, id: number): Promise<number>;
  update(ctx: ActorContext<UsesBrokerages & UsesModels>, id: number, changes: object): Promise<unknown>;
  version: {
    read(ctx: ActorContext, id: number): Promise<unknown>;
    lock(ctx: ActorContext, id: number): Promise<unknown>;
  };
};

export const targets: Record<Suggestion["target_type"], Target> = {
  brokerage: {
    body: UpdateBrokerageBody,
    brokerageOf: async (ctx, id) => (await findVisibleBrokerage(ctx, id)).id,
    update: (ctx, id, changes) => updateBrokerage(ctx, { ...changes, brokerage_id: id }),
    version: versionBy(brokerageVersion, (brokerage_id) => ({ brokerage_id })),
  },
  agent: {
    body: UpdateAgentBody,
    brokerageOf: async (ctx, id) => (await getAgent(ctx, { agent_id: id })).broker_id,
    update: (ctx, id, changes) => updateAgent(ctx, { ...changes, agent_id: id }),
    version: versionBy(agentVersion, (agent_id) => ({ agent_id })),
  },
  broker_contact: {
    body: UpdateBrokerContactBody,
    brokerageOf: async (ctx, id) => (await findVisibleContact(ctx, id)).brokerage_id,
    update: (ctx, id, changes) => updateBrokerContact(ctx, { ...changes, contact_id: id }),
    version: versionBy(brokerContactVersion, (contact_id) => ({ contact_id })),
  },
};

function versionBy<Input>(
  { read, lock }: RecordVersion<ActorContext, Input>,
  inputOf: (id: number) => Input,
): Target["version"] {
  return { read: (ctx, id) => read(ctx, inputOf(id)), lock: (ctx, id) => lock(ctx, inputOf(id)) };
}
