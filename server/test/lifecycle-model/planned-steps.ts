import { type Digits, drawReport } from "./drawn-report.ts";
import { assigned, type Contact, contacted, isOpen, type Modelled, moved } from "./modelled-lead.ts";
import {
  available,
  channels,
  judge,
  type Lead,
  type Pipeline,
  projected,
  type Report,
} from "./spec-machine.ts";
import type { World } from "./world.ts";

/** A request to a lead, the status for a caller in scope, and the expected lead afterwards. */
export type Planned = {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** After the lead's address. */
  path: string;
  body?: object;
  status: number;
  after: Modelled;
};

type Plan = (model: Modelled, digits: Digits, now: number, world: World) => Planned;

const DAY_MS = 86_400_000;
const FLAGS = ["unsubscribed", "dnc", "do_not_email", "do_not_text", "do_not_call"];

type Moment = { now: number; takers: number[] };

export function transitionOf(model: Modelled, report: Report, moment: Moment): Planned {
  const { now } = moment;
  const right = judge(model.lead, report, now);
  return {
    method: "POST",
    path: "/transitions",
    body: {
      event_type: report.event,
      reason_code: report.reason,
      channel: report.channel,
      ...(report.at != null && { occurred_at: new Date(report.at).toISOString() }),
    },
    status: typeof right === "number" ? right : 200,
    after: typeof right === "number" ? model : moved(model, report, right, moment),
  };
}

const transition: Plan = (model, digits, now, { takers }) => {
  const { bySweep: _, ...report } = drawReport(digits, model.lead, now);
  return transitionOf(model, report, { now, takers });
};

/** Outbound in NEW it is the first outreach, a stage event; else it may be entered late, back to the lead's arrival. */
const contact: Plan = (model, digits, now, { takers }) => {
  const { receivedAt, lastStageEventAt: last, stage } = model.lead;
  const at = digits.of([null, null, null, now, last, last - 1, receivedAt, receivedAt - 1, now + 1]);
  const contact = {
    direction: digits.of(["outbound", "inbound", "sideways"] as const),
    channel: drawChannel(digits),
  };
  const body = {
    ...contact,
    note: "by telephone",
    ...(at !== null && { occurred_at: new Date(at).toISOString() }),
  };
  const request = { method: "POST", path: "/contacts", body } as const;
  if (contact.direction === "sideways" || !channels.includes(contact.channel)) {
    return { ...request, status: 400, after: model };
  }
  if (stage === "NEW" && contact.direction === "outbound") {
    const first = transitionOf(
      model,
      { event: "contact_attempted", channel: contact.channel, at },
      { now, takers },
    );
    return { ...request, status: first.status === 200 ? 201 : first.status, after: first.after };
  }
  if (at !== null && (at > now || at < receivedAt)) return { ...request, status: 422, after: model };
  return {
    ...request,
    status: 201,
    after: contacted(model, { ...(contact as Contact), at: at ?? now }, now),
  };
};

const drawChannel = (digits: Digits) => (digits.below(8) === 7 ? "fax" : digits.of(channels));

const assignment: Plan = (model, digits, now, { agents, foreignAgent }) => {
  const agentId = digits.of([...agents, null, foreignAgent]);
  const request = {
    method: "PATCH",
    path: "",
    body: { assigned_agent_id: agentId, reassign_reason: "on holiday" },
  } as const;
  return agentId === foreignAgent
    ? { ...request, status: 400, after: model }
    : { ...request, status: 200, after: assigned(model, agentId, now) };
};

/** SPEC: editable only while the lead is NEW or CONTACTING. The column of the new kind is written from then on. */
const pipelineEdit: Plan = (model, digits) => {
  const pipeline = digits.of<Pipeline>(["seller", "buyer"]);
  const { lead } = model;
  const isLate = pipeline !== lead.pipeline && lead.stage !== "NEW" && lead.stage !== "CONTACTING";
  const after = isLate ? model : { ...model, lead: edited(lead, pipeline) };
  return {
    method: "PATCH",
    path: "",
    body: { pipeline_type: pipeline },
    status: isLate ? 409 : 200,
    after,
  };
};

const edited = (lead: Lead, pipeline: Pipeline): Lead =>
  pipeline === lead.pipeline ? lead : projected({ ...lead, pipeline });

/** SPEC: the lead update endpoint refuses status changes; an agent who comes in the same request does not come. */
const statusEdit: Plan = (model, digits, _now, { agents }) => ({
  method: "PATCH",
  path: "",
  body: { assigned_agent_id: agents[1], ...digits.of([{ status: "offer" }, { stage: "LIMBO" }]) },
  status: 409,
  after: model,
});

const flag: Plan = (model, digits) => {
  const isSet = digits.below(2) === 0;
  const name = digits.of([...FLAGS, "do_not_disturb"]);
  const others = model.flags.filter((each) => each !== name);
  const isThere = FLAGS.includes(name) && (isSet || model.flags.includes(name));
  const flags = FLAGS.filter((each) => others.includes(each) || (isSet && each === name));
  return {
    method: isSet ? "PUT" : "DELETE",
    path: `/flags/${name}`,
    body: { reason: "as asked" },
    status: isThere ? 200 : 404,
    after: isThere ? { ...model, flags } : model,
  };
};

const followUp: Plan = (model, digits, now) => {
  const request = { path: "/follow-up" };
  if (digits.below(3) === 2) {
    const status = model.followUp === null ? 404 : 200;
    return { ...request, method: "DELETE", status, after: { ...model, followUp: null } };
  }
  const due = now + digits.of([DAY_MS, 0, 30 * DAY_MS, -1]);
  const status = !isOpen(model.lead.stage) ? 409 : due < now ? 422 : 200;
  const booked = { due, note: "call again", source: "agent" as const, setAt: now };
  return {
    ...request,
    method: "PUT",
    body: { due_at: new Date(due).toISOString(), note: booked.note },
    status,
    after: status === 200 ? { ...model, followUp: booked } : model,
  };
};

/** What may happen to a lead by a request, in the frequency that it stands here. */
export const plans: Plan[] = [
  ...Array<Plan>(9).fill(transition),
  ...Array<Plan>(3).fill(contact),
  assignment,
  assignment,
  pipelineEdit,
  statusEdit,
  flag,
  followUp,
];

/** Some transitions to be sent at once; some of them are legal now, most of the rest after one of those. */
export function drawBatch(model: Modelled, digits: Digits): Report[] {
  return Array.from({ length: 2 + digits.below(3) }, () => {
    const next = available(model.lead);
    const event = digits.of([
      ...next,
      ...next,
      "motivation_confirmed",
      "contact_attempted",
      "lead_re_engaged",
    ]);
    return { event, reason: reasonFor(event), channel: event === "contact_attempted" ? "call" : null };
  });
}

const reasonFor = (event: string) =>
  ["deal_collapsed", "contract_voided", "bogus_contact_detected"].includes(event) ? "other" : null;
