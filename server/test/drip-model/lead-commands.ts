import { expect } from "vitest";
import { leadUnsubscribeLink } from "../../src/messages/lead-unsubscribe-link.ts";
import { LEADS } from "../harness/lead-fixture.ts";
import type { Digits } from "../lifecycle-model/drawn-report.ts";
import {
  arrive,
  available,
  type EventName,
  judge,
  type Lead as Machine,
} from "../lifecycle-model/spec-machine.ts";
import { flags, type Person } from "./spec-drips.ts";
import { count, type ModelledBrokerage, must, nowOf, oneOf } from "./world.ts";

const MAX_LEADS = 6;
const firstNames = ["Ada", "Grace", "Emmy", "Lise", "Marie", "Rosa", "Hedy"];

export const anyPerson = ({ drips }: ModelledBrokerage, digits: Digits): Person | undefined =>
  oneOf(digits, [...drips.people.values()]);

/** By the contact form, or by hand in some stage; now and then of an address that is known. */
export async function arrives(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const { drips, host } = brokerage;
  if (drips.people.size >= MAX_LEADS) return isDeleted(brokerage, digits);
  const now = nowOf(brokerage);
  const pipeline = digits.of(["buyer", "buyer", "seller"] as const);
  const known = digits.below(5) === 4 ? anyPerson(brokerage, digits)?.email : undefined;
  const email = known || `visitor-${++brokerage.made}@${brokerage.name}.test`;
  const [firstName, lastName] = [digits.of(firstNames), `Visitor ${++brokerage.made}`];
  const text = { email, subject: pipeline === "seller" ? "Selling my house" : "A house", message: "Hello" };
  const status = digits.of(["form", "qualified", "form", "contacted", "form", "lost", "converted"]);
  const id: number =
    status === "form"
      ? (
          await brokerage.world.mail.lintel.call("/api/contact", {
            method: "POST",
            host,
            body: { ...text, firstName, lastName },
          })
        ).body.lead_id
      : (
          await must(brokerage, "POST", LEADS, {
            ...text,
            first_name: firstName,
            last_name: lastName,
            status,
          })
        ).id;
  const machine = arrive(pipeline, status === "form" ? "new" : status, now);
  const person: Person = { id, firstName, lastName, email, machine, flags: new Map(), agentId: null };
  drips.arrives(person, now);
  await learnAgent(brokerage, person);
  return `lead ${id} arrives, ${pipeline}, ${machine.stage}, ${email}`;
}

/** Whose turn it was is the agents' business. */
async function learnAgent(brokerage: ModelledBrokerage, person: Person): Promise<void> {
  const lead = await must(brokerage, "GET", `${LEADS}/${person.id}`);
  person.agentId = lead.assigned_agent_id;
  expect(lead.flags).toEqual(flags.filter((flag) => person.flags.has(flag)));
  expect(lead.stage).toBe(person.machine.stage);
}

/** The way into a contract, and back out of it: what agreements stop and voided contracts take up again. */
const way: EventName[] = [
  "contact_attempted",
  "motivation_confirmed",
  "buyer_agreement_signed",
  "listing_agreement_signed",
  "contract_executed",
  "offer_accepted",
  "contract_voided",
  "deal_collapsed",
  "listing_withdrawn",
  "lead_re_engaged",
  "contact_info_updated",
];
const isOnTheWay = (event: EventName) => way.includes(event);

/** Most people turn out to be real; those who do not get no mail any more. */
function anyEvent({ machine }: Person, digits: Digits): EventName | undefined {
  const legal = available(machine);
  const likely = legal.filter((each) => each !== "bogus_contact_detected");
  return oneOf(digits, [...likely, ...likely, ...legal]);
}

/** Some events that are legal, one after the other. */
export async function moves(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const person = anyPerson(brokerage, digits);
  if (!person) return arrives(brokerage, digits);
  const events: string[] = [];
  const isBound = digits.below(3) === 2;
  const times = digits.of(isBound ? [2, 4, 6] : [1, 2, 3]);
  for (let time = 0; time < times; time++) {
    const event = isBound
      ? oneOf(digits, available(person.machine).filter(isOnTheWay))
      : anyEvent(person, digits);
    if (!event) break;
    const report = {
      event,
      reason: ["bogus_contact_detected", "deal_collapsed", "contract_voided"].includes(event)
        ? "other"
        : null,
      channel: event === "contact_attempted" ? "call" : null,
    };
    const machine = judge(person.machine, report, nowOf(brokerage)) as Machine;
    const body = { event_type: event, reason_code: report.reason, channel: report.channel };
    await must(brokerage, "POST", `${LEADS}/${person.id}/transitions`, body);
    brokerage.drips.moves(person, event, machine, nowOf(brokerage));
    events.push(event);
    count(brokerage.world, `event ${event}`);
  }
  await learnAgent(brokerage, person);
  return `lead ${person.id}: ${events.join(", ") || "no event"}, now ${person.machine.stage}`;
}

export async function setFlag(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const person = anyPerson(brokerage, digits);
  if (!person) return arrives(brokerage, digits);
  const flag = digits.of(flags);
  await must(brokerage, "PUT", `${LEADS}/${person.id}/flags/${flag}`, { reason: "as asked" });
  brokerage.drips.setFlag(person, flag, "staff", nowOf(brokerage));
  return `lead ${person.id}: flag ${flag} is set`;
}

export async function clearFlag(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const flagged = [...brokerage.drips.people.values()].filter((each) => each.flags.size > 0);
  const person = oneOf(digits, flagged);
  if (!person) return setFlag(brokerage, digits);
  const all = digits.below(2) === 0;
  const cleared = all ? [...person.flags.keys()] : [digits.of([...person.flags.keys()])];
  for (const flag of cleared) {
    await must(brokerage, "DELETE", `${LEADS}/${person.id}/flags/${flag}`, { reason: "as asked" });
    person.flags.delete(flag);
  }
  return `lead ${person.id}: ${cleared.join(", ")} cleared`;
}

/** The link below each mail, by the page or by the button of mail programs. */
export async function unsubscribes(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const person = anyPerson(brokerage, digits);
  if (!person) return arrives(brokerage, digits);
  const { lintel } = brokerage.world.mail;
  const link = new URL((await leadUnsubscribeLink(lintel.ctx, person.id)) as string).pathname;
  expect((await lintel.call(link, { method: "HEAD" })).status).toBe(200);
  const isButton = digits.below(2) === 1;
  const form = {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  } as const;
  expect((await lintel.call(link, isButton ? form : {})).status).toBe(200);
  brokerage.drips.unsubscribes(person, nowOf(brokerage));
  return `lead ${person.id} unsubscribes, ${isButton ? "by the button" : "by the page"}`;
}

/** Another agent or none; or one of them is gone, or there again. */
export async function reassigns(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const agent = digits.of(brokerage.agents);
  if (!agent) throw new Error("an office has agents");
  if (digits.below(2) === 0) {
    const path = `/api/admin/agents/${agent.id}`;
    const { admin } = brokerage.world;
    if (agent.isThere) await must(brokerage, "DELETE", path, undefined, admin);
    else await must(brokerage, "PUT", path, { disabled_at: null }, admin);
    agent.isThere = !agent.isThere;
    for (const person of brokerage.drips.people.values()) await learnAgent(brokerage, person);
    return `agent ${agent.id} is ${agent.isThere ? "there again" : "gone"}`;
  }
  const person = anyPerson(brokerage, digits);
  if (!person) return arrives(brokerage, digits);
  const to = agent.isThere && digits.below(4) < 3 ? agent.id : null;
  await must(brokerage, "PATCH", `${LEADS}/${person.id}`, {
    assigned_agent_id: to,
    reassign_reason: "as asked",
  });
  person.agentId = to;
  return `lead ${person.id} is agent ${to}'s`;
}

/** As by a process that knows nothing of drips, straight in the table; or it has one again. */
export async function losesAddress(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const person = anyPerson(brokerage, digits);
  if (!person) return arrives(brokerage, digits);
  person.email = person.email === "" ? `visitor-${++brokerage.made}@${brokerage.name}.test` : "";
  const { db } = brokerage.world.mail.lintel.database;
  await db.updateTable("leads").set({ email: person.email }).where("id", "=", person.id).execute();
  return `lead ${person.id} has ${person.email || "no"} address`;
}

export async function isDeleted(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const person = anyPerson(brokerage, digits);
  if (!person) return arrives(brokerage, digits);
  await must(brokerage, "DELETE", `${LEADS}/${person.id}`);
  brokerage.drips.deletePerson(person);
  return `lead ${person.id} is deleted`;
}
