import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ALERTS_A_DAY, ALERTS_AN_HOUR, alertKinds, publicCaps } from "../src/messages/caps/message-caps.ts";
import { sendConfirmations } from "../src/privacy/send-confirmations.ts";
import { sendForm } from "./harness/contact-form.ts";
import { type MailFixture, openMail } from "./harness/mail-fixture.ts";
import { home } from "./harness/market.ts";
import { DRIPS, step } from "./harness/sequences-fixture.ts";
import { openSweep, type SweepFixture } from "./harness/sweep-fixture.ts";

const N = 50;
const ADA = "ada@visitors.test";
/** Drips: one of each sequence that a new lead is put on. Magic links: three pending. */
const MAX_VISITOR_MAILS =
  (publicCaps.welcome as number) + (publicCaps.privacy_confirmation as number) + 1 + 3;
const MAX_AGENT_MAILS = ALERTS_A_DAY + alertKinds.length;
const HOUR = 3_600_000;

/** What a person can cause who sends forms with an address, counted at the mail server. */
describe("a flood of forms with one address", () => {
  let fixture: MailFixture;
  let brokerage: SweepFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail({ PUBLIC_API_URL: "https://api.lintel.test" });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    const slug = `flood-${++made}`;
    brokerage = await openSweep(fixture.lintel, slug);
    await brokerage.hire("Ann", { email: `ann@${slug}.test` });
    await brokerage.hireBroker("Olga", true);
    await fixture.lintel.importListings(slug, [home({ ListingId: slug })]);
    const { status } = await fixture.lintel.call(DRIPS, {
      method: "POST",
      key: brokerage.broker,
      body: { name: "Newcomers", trigger_state: "NEW", steps: [step("Hello", 0)] },
    });
    expect(status).toBe(200);
  });

  const post = (path: string, body: object) =>
    fixture.lintel.call(path, { method: "POST", host: brokerage.host, body });
  const senders: Record<string, (at: number, email: string) => Promise<{ status: number }>> = {
    contact: (at, email) => sendForm(fixture.lintel, brokerage.host, { email, message: `Message ${at}` }),
    tour: (at, email) =>
      post("/api/tours", { listing_id: `flood-${made}`, name: `Ada ${at}`, email, phone: "208-555-0100" }),
    registration: (at, email) => post("/register", { name: `Ada ${at}`, email }),
    newsletter: (at, email) => post("/api/newsletter/subscribe", { email, first_name: `Ada ${at}` }),
    "magic link": (_, email) => post("/api/v1/favorites/magic-link", { email }),
    privacy: (at, email) => post("/api/privacy/requests", { email, kind: at % 2 ? "erase" : "export" }),
  };
  /** Everything that is due by now, as the jobs do it. */
  async function pass(ms = 0): Promise<void> {
    await brokerage.sweepAfter(ms);
    await sendConfirmations(fixture.lintel.ctx);
    await fixture.deliver();
  }
  const leads = () =>
    fixture.lintel.database.db
      .selectFrom("leads")
      .select("id")
      .where("brokerage_id", "=", brokerage.id)
      .orderBy("id")
      .execute();
  async function arrived(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { to } of fixture.server.arrived) {
      for (const address of to) counts.set(address, (counts.get(address) ?? 0) + 1);
    }
    return counts;
  }

  const kinds = [...Object.keys(senders), "mixed"];
  it.each(kinds)(`of ${N} (%s) makes no flood of mail, within a day, to any recipient`, async (kind) => {
    const email = `${kind.replace(" ", "-")}@visitors.test`;
    const names = Object.keys(senders);
    for (let at = 0; at < N; at++) {
      const name = kind === "mixed" ? (names[at % names.length] as string) : kind;
      const { status } = await (senders[name] as (typeof senders)[string])(at, email);
      expect([200, 202, 429]).toContain(status);
      if (at % 10 === 9) await pass(60_000);
    }
    for (const minutes of [6, 10, 20, 60, 60]) await pass(minutes * 60_000);
    const counts = await arrived();
    expect(counts.get(email) ?? 0).toBeLessThanOrEqual(MAX_VISITOR_MAILS);
    for (const staff of [`ann@flood-${made}.test`, `olga@flood-${made}.test`])
      expect([staff, (counts.get(staff) ?? 0) <= MAX_AGENT_MAILS]).toEqual([staff, true]);
    // No form is lost.
    const stored: Record<string, number> = { contact: N, registration: N, tour: 1 };
    if (stored[kind] !== undefined) expect(await leads()).toHaveLength(stored[kind]);
  });

  it("is one drip mail however fast the sequence is over, and the first alerts of its agent", async () => {
    for (let at = 0; at < 8; at++) {
      await senders.contact?.(at, ADA);
      await pass(60_000);
    }
    const mails = await fixture.mailsTo(ADA);
    expect(mails.map(({ subject }) => subject)).toEqual(["Subject Hello"]);
    const alerts = await fixture.mailsTo(`ann@flood-${made}.test`);
    const ofKind = (subject: string) => alerts.filter((mail) => mail.subject?.startsWith(subject)).length;
    expect(ofKind("New lead assigned")).toBe(ALERTS_AN_HOUR);
  });

  it("notes in the ledger what was withheld and why, and tells the agent in the next alert", async () => {
    for (let at = 0; at < 10; at++) await senders.contact?.(at, "grace@visitors.test");
    const last = (await leads()).at(-1)?.id;
    const { body } = await fixture.lintel.call(`/api/v1/admin/leads/${last}/messages`, {
      key: brokerage.broker,
    });
    expect(body.items).toEqual([
      {
        kind: "new_lead",
        channel: "email",
        to: `ann@flood-${made}.test`,
        outcome: "withheld",
        at: fixture.lintel.clock.now().toISOString(),
        reason: "3 of these about this person went out in an hour",
      },
    ]);
    await pass(6 * 60_000);
    const alerts = await fixture.mailsTo(`ann@flood-${made}.test`);
    const aboutBob = alerts.filter(({ text }) =>
      text?.includes("7 more messages about the same person were withheld"),
    );
    expect(aboutBob).toHaveLength(1);
  });

  it("takes nothing from other people: each one's lead is told of", async () => {
    for (let at = 0; at < N; at++) await senders.contact?.(at, ADA);
    await senders.contact?.(N, "bob@visitors.test");
    await senders.registration?.(0, "cleo@visitors.test");
    await fixture.deliver();
    const about = (await fixture.mailsTo(`ann@flood-${made}.test`)).map(
      ({ replyTo }) => replyTo?.[0]?.address,
    );
    expect(about.toSorted()).toEqual([ADA, ADA, ADA, "bob@visitors.test", "cleo@visitors.test"]);
    expect((await fixture.mailsTo("cleo@visitors.test")).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("Welcome to"),
    ]);
  });

  it("of 20 at once lets no more alerts out than one after another", async () => {
    const email = "atonce@visitors.test";
    await Promise.all(Array.from({ length: 20 }, (_, at) => senders.contact?.(at, email)));
    await fixture.deliver();
    expect(await fixture.mailsTo(`ann@flood-${made}.test`)).toHaveLength(ALERTS_AN_HOUR);
    expect(await leads()).toHaveLength(20);
  });

  it("leaves links to those who use them: at most twelve a day stay unused", async () => {
    const email = "links@visitors.test";
    const ask = async () => (await senders["magic link"]?.(0, email))?.status;
    const statuses: (number | undefined)[] = [];
    for (let at = 0; at < 15; at++) {
      statuses.push(await ask());
      fixture.lintel.clock.advance(15 * 60_000);
    }
    expect(statuses).toEqual([...Array(12).fill(200), 429, 429, 429]);
    fixture.lintel.clock.advance(24 * HOUR);
    expect(await ask()).toBe(200);
  });
});
