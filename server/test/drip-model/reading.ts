import PostalMime from "postal-mime";
import { expect } from "vitest";
import { leadUnsubscribeLink } from "../../src/messages/lead-unsubscribe-link.ts";
import { FROM } from "../harness/mail-fixture.ts";
import type { Person, Step } from "./spec-drips.ts";
import { agentOf, type ModelledBrokerage, OWNER, type World } from "./world.ts";

/** What stands in a step: everything that can be filled in, and a word that is unknown. */
export const templatesOf = ({ name, delayDays }: Step) => ({
  delay_days: delayDays,
  subject_template: `${name} for {{first_name}}{{unknown}}`,
  body_template: `${name}: {{first_name}} {{last_name}},\n({{agent_name}}, {{ Agent_Email }}) of {{brokerage_name}}`,
});

/** A mail as its reader sees it: sender, recipient, reply address, text. */
export type Letter = { to: string; subject: string; body: string; replyTo: string; from: string };

export function letter(brokerage: ModelledBrokerage, step: Step, person: Person): Letter {
  const agent = agentOf(brokerage, person);
  return {
    to: person.email,
    subject: `${step.name} for ${person.firstName}`,
    body: `${step.name}: ${person.firstName} ${person.lastName},\n(${agent?.name ?? ""}, ${agent?.email ?? ""}) of ${brokerage.name}`,
    replyTo: agent?.email ?? OWNER,
    from: `${brokerage.name} <${FROM}>`,
  };
}

/** What has arrived since this was asked for the last time; each with a link that is its reader's. */
export async function newLetters(brokerage: ModelledBrokerage): Promise<Letter[]> {
  const { arrived } = brokerage.world.mail.server;
  return Promise.all(arrived.splice(0).map(({ raw, to }) => read(brokerage, raw, to)));
}

async function read(brokerage: ModelledBrokerage, raw: Buffer, to: string[]): Promise<Letter> {
  const mail = await PostalMime.parse(raw);
  const [recipient = ""] = to;
  noteMessageId(brokerage.world, mail.messageId ?? "");
  const link = mail.headers.find(({ key }) => key === "list-unsubscribe")?.value.slice(1, -1) ?? "";
  const people = [...brokerage.drips.people.values()].filter(({ email }) => email === recipient);
  const links = await Promise.all(
    people.map(({ id }) => leadUnsubscribeLink(brokerage.world.mail.lintel.ctx, id)),
  );
  expect(links, `the link in the mail to ${recipient}`).toContain(link);
  const text = mail.text ?? "";
  expect(text, "the last line of a body").toContain(link);
  return {
    to: recipient,
    subject: mail.subject ?? "",
    // Two lines of the step, then what stands below every mail.
    body: text.split("\n").slice(0, 2).join("\n"),
    replyTo: mail.replyTo?.map(({ address }) => address).join() ?? "",
    from: `${mail.from?.name} <${mail.from?.address}>`,
  };
}

function noteMessageId({ messageIds }: World, id: string): void {
  if (messageIds.has(id))
    throw new Error(`A second mail with the Message-ID ${id}: programs show one of them`);
  messageIds.add(id);
}

/** By everything: two leads of one address may get the same step. */
const byReader = (a: Letter, b: Letter) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

export function expectLetters(got: Letter[], right: Letter[]): void {
  expect(got.toSorted(byReader), "the mails that arrived").toEqual(right.toSorted(byReader));
}
