import type { Page } from "playwright-core";
import type { Reply } from "../../../server/test/harness/test-app.ts";
import { ConsoleFixture, type ConsoleWindow } from "./console-fixture.ts";

const LEADS = "/api/v1/admin/leads";

/** The console of `north` with a window of its broker, the agents `ann` and `bob`, and what tests of leads do in the API. */
export class LeadPagesFixture {
  readonly fixture: ConsoleFixture;
  readonly opened: ConsoleWindow;
  readonly agents: { ann: number; bob: number };
  readonly #broker: string;

  private constructor(
    fixture: ConsoleFixture,
    { opened, agents, broker }: Pick<LeadPagesFixture, "opened" | "agents"> & { broker: string },
  ) {
    this.fixture = fixture;
    this.opened = opened;
    this.agents = agents;
    this.#broker = broker;
  }

  static async open(): Promise<LeadPagesFixture> {
    const fixture = await ConsoleFixture.open();
    const broker = await fixture.key("broker");
    const hire = async (name: string) =>
      (
        await fixture.lintel.createAgent(fixture.brokerageId, {
          slug: name,
          name,
          email: `${name}@leads.agents.test`,
        })
      ).id;
    const agents = { ann: await hire("ann"), bob: await hire("bob") };
    return new LeadPagesFixture(fixture, {
      opened: await fixture.openWindow(broker, "/leads"),
      agents,
      broker,
    });
  }

  get page(): Page {
    return this.opened.page;
  }

  /** Opens a path of the console, such as `/leads`, in the broker's window. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.fixture.origin}/console${path}`);
  }

  /** A message that the page shows for some seconds. */
  notice(text: string | RegExp) {
    return this.page.getByRole("region", { name: "Notifications" }).getByText(text);
  }

  /** What the API answers to the broker, whom it must accept. */
  async api(path: string, options: object = {}): Promise<Reply["body"]> {
    const reply = await this.fixture.lintel.call(path, { key: this.#broker, ...options });
    if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }

  read(id: number) {
    return this.api(`${LEADS}/${id}`);
  }

  async lastEvent(id: number) {
    return (await this.api(`${LEADS}/${id}/transitions`)).events.at(-1);
  }

  report(id: number, event_type: string) {
    return this.api(`${LEADS}/${id}/transitions`, { method: "POST", body: { event_type } });
  }

  /** A lead `<first name> Test`, entered by hand. */
  async makeLead(first_name: string, fields: object = {}): Promise<number> {
    const body = {
      first_name,
      last_name: "Test",
      email: `${first_name.toLowerCase()}@visitors.test`,
      subject: "Looking for a home",
      message: "Hello",
      ...fields,
    };
    return (await this.api(LEADS, { method: "POST", body })).id;
  }

  /** `<prefix>1 Test`, `<prefix>2 Test` … */
  async makeLeads(prefix: string, count: number, fields: object = {}): Promise<number[]> {
    const ids: number[] = [];
    for (let at = 1; at <= count; at++) ids.push(await this.makeLead(`${prefix}${at}`, fields));
    return ids;
  }

  async close(): Promise<void> {
    await this.opened[Symbol.asyncDispose]();
    await this.fixture.close();
  }
}
