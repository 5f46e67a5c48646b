import fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import { lockLead } from "../../src/leads/lead-scope.ts";
import { applyEvent } from "../../src/leads/lifecycle/apply-event.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { AppError } from "../../src/platform/errors.ts";
import { Digits } from "./drawn-report.ts";
import {
  addressOf,
  expectAnnounced,
  expectDetail,
  expectTimeline,
  inconsistentLeads,
  storedOf,
} from "./expectations.ts";
import { assigned, type Modelled, moved, received } from "./modelled-lead.ts";
import { drawBatch, type Planned, plans, transitionOf } from "./planned-steps.ts";
import { arrive, type EventName, judge, type Pipeline, type Report, stageOfLegacy } from "./spec-machine.ts";
import { letWork, type World } from "./world.ts";

const MAX_STEPS = 18;
const subjects: Record<Pipeline, string> = { buyer: "A home for two", seller: "What is my home worth?" };

/** Counts of outcomes: statuses by kind of step, and transitions. */
export type Seen = Map<string, number>;

/**
 * Runs random sequences of steps on leads, through HTTP and by the sweep, and compares each lead with the model after every
 * step. Each sequence has its own lead, so that fast-check can shrink failures.
 */
export async function runSequences(world: World, { sequences, seed }: { sequences: number; seed: number }) {
  const seen: Seen = new Map();
  const behaves = fc.asyncProperty(
    fc.array(fc.maxSafeNat(), { minLength: 2, maxLength: MAX_STEPS, size: "max" }),
    (numbers) => runSequence(world, numbers, seen),
  );
  await fc.assert(behaves, { numRuns: sequences, seed, unbiased: true });
  expect(await inconsistentLeads(world)).toEqual([]);
  return seen;
}

async function runSequence(world: World, numbers: number[], seen: Seen): Promise<void> {
  const [first = 0, ...rest] = numbers;
  await letWork(world, world.agents);
  let model = await createLead(world, new Digits(first));
  await expectDetail(world, model);
  for (const number of rest) {
    const digits = new Digits(number);
    world.lintel.clock.advance(digits.of([1000, 1, 0, 400_000, 86_400_000, 40 * 86_400_000]));
    const after = await routed(world, await step(world, model, digits, seen));
    // What was refused is known to have left the lead as it was.
    if (after !== model) await expectDetail(world, after);
    model = after;
  }
  await expectDetail(world, model);
  await expectTimeline(world, model);
  await expectAnnounced(world, model);
  if (first % 8 === 7) await expectDeleted(world, model);
}

async function createLead(world: World, digits: Digits): Promise<Modelled> {
  const { lintel, host, callers } = world;
  const now = lintel.clock.now().getTime();
  const pipeline = digits.of<Pipeline>(["buyer", "seller"]);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from audit_log`.execute(lintel.database.db);
  const arrivedAfter = rows[0]?.last as number;
  const text = { email: "ada@visitors.test", subject: subjects[pipeline], message: "Hello" };
  if (digits.below(3) === 0) {
    const body = { ...text, firstName: "Ada", lastName: "Lovelace" };
    const reply = await lintel.call("/api/contact", { method: "POST", host, body });
    expect(reply.status).toBe(200);
    const lead = arrive(pipeline, "new", now);
    const model = received({ id: reply.body.lead_id, arrivedAfter }, lead, "contact_form_submission");
    return routed(world, assigned(model, "routed", now));
  }
  const status = digits.of(["new", "contacted", ...Object.keys(stageOfLegacy)]);
  const body = { ...text, first_name: "Ada", last_name: "Lovelace", status };
  const key = callers[0]?.key as string;
  const reply = await lintel.call("/api/v1/admin/leads", { method: "POST", key, body });
  expect(reply.status).toBe(201);
  return received({ id: reply.body.id, arrivedAfter }, arrive(pipeline, status, now), "manual_entry");
}

async function step(world: World, model: Modelled, digits: Digits, seen: Seen): Promise<Modelled> {
  const kind = digits.below(20);
  if (kind === 17) {
    const [ada, bob] = world.agents;
    await letWork(world, digits.of([[ada], [bob], [], [ada, bob]]));
    return model;
  }
  if (kind === 19) return sendBatch(world, model, digits, seen);
  if (kind === 18) return sweep(world, model, digits, seen);
  const plan = digits.of(plans);
  return sendPlanned(
    world,
    model,
    digits,
    plan(model, digits, world.lintel.clock.now().getTime(), world),
    seen,
  );
}

async function sendPlanned(
  world: World,
  model: Modelled,
  digits: Digits,
  planned: Planned,
  seen: Seen,
): Promise<Modelled> {
  const caller = digits.of(world.callers);
  const sees = caller.sees(model.agentId);
  const before = await storedOf(world, model);
  const reply = await send(world, model, planned, caller.key);
  const what = `${planned.method} ${planned.path} ${JSON.stringify(planned.body)} by ${caller.role}: ${reply.text}`;
  // Out of scope the reply is 404, or 400 for a malformed request, which reveals nothing of the lead.
  const right = sees ? [planned.status] : [404, ...(planned.status === 400 ? [400] : [])];
  expect(right, what).toContain(reply.status);
  count(seen, `${planned.method} ${planned.path} ${reply.status}`);
  if (reply.status >= 400) {
    expect(await storedOf(world, model), what).toEqual(before);
    return model;
  }
  countMove(seen, model, planned.after);
  return planned.after;
}

function send({ lintel }: World, { id }: Modelled, { method, path, body }: Planned, key: string) {
  return lintel.call(`${addressOf(id)}${path}`, { method, key, ...(body && { body }) });
}

/** Routing order has its own tests; here the agent of the lead must be eligible. */
async function routed({ lintel, takers, callers }: World, model: Modelled): Promise<Modelled> {
  if (model.agentId !== "routed") return model;
  const { body } = await lintel.call(addressOf(model.id), { key: callers[0]?.key as string });
  expect(takers).toContain(body.assigned_agent_id);
  return { ...model, agentId: body.assigned_agent_id };
}

/** Applies a sweep event, legal or not. */
async function sweep(world: World, model: Modelled, digits: Digits, seen: Seen): Promise<Modelled> {
  const event = digits.of<EventName>(["timeout_180d_no_progress", "timeout_no_response", "agent_assigned"]);
  const now = world.lintel.clock.now().getTime();
  const right = judge(model.lead, { event, bySweep: true }, now);
  const before = await storedOf(world, model);
  const swept = inTransaction(world.lintel.ctx, async (ctx) =>
    applyEvent(ctx, await lockLead(ctx, model.id), { event, bySweep: true }),
  ).then(
    ({ lead }) => lead.stage,
    (error) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
  count(seen, `sweep ${await swept}`);
  if (typeof right === "number") {
    expect(await swept).toBe("conflict");
    expect(await storedOf(world, model)).toEqual(before);
    return model;
  }
  expect(await swept).toBe(right.stage);
  const after = moved(model, { event }, right, { now, takers: world.takers });
  countMove(seen, model, after);
  return after;
}

/** Transitions sent at once must have been answered as if they had come one after another, in whichever order. */
async function sendBatch(world: World, model: Modelled, digits: Digits, seen: Seen): Promise<Modelled> {
  const moment = { now: world.lintel.clock.now().getTime(), takers: world.takers };
  const reports = drawBatch(model, digits);
  const key = world.callers[0]?.key as string;
  const replies = await Promise.all(
    reports.map((report) => send(world, model, transitionOf(model, report, moment), key)),
  );
  const statuses = replies.map(({ status }) => status);
  const orders = permutations(reports.map((_, at) => at));
  const possible = orders.map((order) => inOrder(model, reports, order, moment));
  const fitting = possible.filter((each) => each.statuses.join() === statuses.join());
  const what = `${JSON.stringify(reports)} at once: ${statuses}`;
  expect(fitting.length, what).toBeGreaterThan(0);
  count(seen, `batch of ${statuses.toSorted().join()}`);
  for (const { after } of fitting) {
    if (await holds(world, after)) return after;
  }
  throw new Error(`${what}; the timeline is that of no such order`);
}

function inOrder(
  model: Modelled,
  reports: Report[],
  order: number[],
  moment: Parameters<typeof transitionOf>[2],
) {
  const statuses: number[] = [];
  let after = model;
  for (const at of order) {
    const planned = transitionOf(after, reports[at] as Report, moment);
    statuses[at] = planned.status;
    after = planned.after;
  }
  return { statuses, after };
}

const holds = (world: World, model: Modelled) =>
  expectTimeline(world, model).then(
    () => true,
    () => false,
  );

function permutations(items: number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

async function expectDeleted(world: World, model: Modelled): Promise<void> {
  const { lintel, callers } = world;
  const key = callers[0]?.key as string;
  expect((await lintel.call(addressOf(model.id), { method: "DELETE", key })).status).toBe(200);
  expect((await lintel.call(addressOf(model.id), { key })).status).toBe(404);
  expect(await storedOf(world, model)).toMatchObject({
    lead: null,
    events: null,
    signals: null,
    flags: null,
  });
}

function count(seen: Seen, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

function countMove(seen: Seen, { lead, timeline }: Modelled, after: Modelled): void {
  for (const row of after.timeline.slice(timeline.length)) {
    if (row.to_stage !== null) {
      count(seen, `${row.from_stage} ${row.event_type} ${row.to_stage} ${lead.pipeline}`);
    }
  }
}
