import { expect } from "vitest";
import type { DailyTasksFixture, Role } from "../../harness/daily-tasks-fixture.ts";
import type { DailyTask } from "./daily-task.ts";

const LEADS = "/api/v1/admin/leads";
const DRIPS = "/api/v1/admin/drips";
const everyone = (actions: 1 | 2 | 3) => ({ agent: actions, broker: actions, admin: actions });

/** The lead that has waited longest of those whom a role sees. */
async function longestWaiting(world: DailyTasksFixture, role: Role): Promise<{ id: number }> {
  const path = `${LEADS}?stage=NEW&sort=created_at`;
  const { items } = await world.api(path, { key: world.keys[role] });
  expect(items.length).toBeGreaterThan(1);
  return items[0];
}

const callsOf = async (world: DailyTasksFixture, id: number) =>
  (await world.events(id))
    .filter(({ channel }) => channel === "call")
    .map(({ channel, note }) => ({ channel, note }));

const answer: DailyTask = {
  name: "answer the longest waiting lead",
  actions: everyone(2),
  async prepare(world, role) {
    await world.arrive(`Early${role}`);
    await world.arrive(`Late${role}`);
    const { id } = await longestWaiting(world, role);
    return {
      before: ["NEW", []],
      done: ["CONTACTING", [{ channel: "call", note: "She calls back." }]],
      async perform(person) {
        await person.command("c");
        await person.send({ "Note about the call (optional)": "She calls back." }, { keys: "Control+Enter" });
        await person.page.getByText(/^Logged the call with/).waitFor();
      },
      state: async () => [(await world.lead(id)).stage, await callsOf(world, id)],
    };
  },
};

const logCall: DailyTask = {
  name: "log a call with a note",
  actions: everyone(3),
  async prepare(world, role) {
    const id = await world.contacted(`Callee${role}`);
    return {
      before: [],
      done: [{ channel: "call", note: "Wants a garden." }],
      async perform(person) {
        await person.find(`callee${role}`, /^Callee/);
        await person.page.getByRole("heading", { name: `Callee${role} Test`, level: 1 }).waitFor();
        await person.command("c");
        await person.send({ "Note about the call (optional)": "Wants a garden." }, { keys: "Control+Enter" });
        await person.page.getByText(/^Logged the call with/).waitFor();
      },
      state: () => callsOf(world, id),
    };
  },
};

const bookFollowUp: DailyTask = {
  name: "book a follow-up",
  actions: everyone(2),
  async prepare(world, role) {
    const name = `Booked${role}`;
    const id = await world.arrive(name);
    return {
      before: null,
      done: "agent",
      async perform(person) {
        const row = person.page.locator("[data-row]").filter({ hasText: name });
        await person.command("f", ["j", row]);
        await person.press("button", "Tomorrow");
        await person.page.getByText("Follow-up booked").waitFor();
      },
      state: async () => (await world.lead(id)).follow_up?.source ?? null,
    };
  },
};

const move: DailyTask = {
  name: "move a lead by keys with a reason",
  actions: everyone(3),
  async prepare(world, role) {
    const name = `Moved${role}`;
    const id = await world.contacted(name);
    return {
      before: ["CONTACTING", []],
      done: ["TRASHED", ["email_bounces"]],
      async perform(person) {
        await person.find("board", "Board");
        const column = person.page.locator('[data-stage="CONTACTING"]');
        const card = column.locator(".card").filter({ hasText: name });
        await person.command("m", ["ArrowRight", column], ["ArrowDown", card]);
        await person.choose(/^Trashed/, "Email bounces");
        await person.page.getByText(`${name} Test moved to Trashed`).waitFor();
      },
      state: async () => [
        (await world.lead(id)).stage,
        (await world.events(id)).flatMap(({ reason_code }) => reason_code ?? []),
      ],
    };
  },
};

const findPerson: DailyTask = {
  name: "find anybody",
  actions: everyone(1),
  async prepare(world, role) {
    const id = await world.contacted(`Sought${role}`);
    let shown: unknown = null;
    return {
      before: null,
      done: `/console/leads/${id}`,
      async perform(person) {
        // By the email: the name is the list's own.
        await person.find(`sought${role}@visitors`, /^Sought/);
        await person.page.getByRole("heading", { name: `Sought${role} Test`, level: 1 }).waitFor();
        shown = new URL(person.page.url()).pathname;
      },
      state: async () => shown,
    };
  },
};

const reassign: DailyTask = {
  name: "reassign ten leads and undo it",
  actions: everyone(3),
  async prepare(world, role) {
    const { lintel, brokerageId } = world.fixture;
    const hire = (name: string) =>
      lintel.createAgent(brokerageId, {
        name,
        slug: name.toLowerCase().replace(" ", "-"),
        accepting_leads: false,
      });
    const giver = await hire(`Gail ${role}`);
    const taker = await hire(`Zoe ${role}`);
    const ids: number[] = [];
    for (let at = 0; at < 10; at++) ids.push(await world.contacted(`Ten${role}${at}`, giver.id));
    const agents = async () => [
      ...new Set(await Promise.all(ids.map(async (id) => (await world.lead(id)).assigned_agent_id))),
    ];
    const reasons = async () =>
      (await Promise.all(ids.map((id) => world.events(id)))).map((events) => events.at(-1)?.note);
    return {
      before: [giver.id],
      done: [giver.id],
      ...(role === "agent" && { key: await world.fixture.key("agent", giver.id) }),
      async perform(person) {
        if (role === "agent") await person.find("reassign", "Reassign my leads");
        else await person.find(`reassign the leads of gail ${role}`, /^Reassign the leads of Gail/);
        await person.page.getByRole("dialog", { name: "Assign 10 leads" }).waitFor();
        await person.send(
          { Agent: `Zoe ${role}`, "Reason (optional)": "Gail is away" },
          { button: "Assign" },
        );
        await person.page.getByText(`10 leads assigned to Zoe ${role}`).waitFor();
        expect([await agents(), new Set(await reasons())]).toEqual([[taker.id], new Set(["Gail is away"])]);
        await person.command("Control+z");
        await person.page.getByText("Undone", { exact: true }).waitFor();
      },
      state: agents,
    };
  },
};

const enroll: DailyTask = {
  name: "enroll and preview a drip",
  actions: { agent: 0, broker: 3, admin: 3 },
  async prepare(world, role) {
    const id = await world.contacted(`Reader${role}`);
    await world.contacted(`Newest${role}`);
    return {
      before: [],
      done: [id],
      async perform(person) {
        await person.find("spring", "Spring letters");
        await person.pick("Shown for", `reader${role}`, new RegExp(`^Reader${role}`));
        await person.page.frameLocator(".mail-frame").getByText(`Hello Reader${role},`).waitFor();
        await person.press("button", `Enroll Reader${role} Test`);
        await person.page.getByText(`Reader${role} Test is enrolled`, { exact: true }).waitFor();
      },
      state: async () => {
        const { items } = await world.api(`${DRIPS}/${world.drip}/enrollments`);
        return items.map(({ lead_id }: { lead_id: number }) => lead_id).filter((lead: number) => lead === id);
      },
      forced: {
        entry: null,
        address: `/drips/${world.drip}?lead=${id}`,
        control: { role: "button", name: /^Enroll/ },
        write: { method: "POST", path: `${DRIPS}/${world.drip}/enrollments/${id}` },
        isPageRefused: false,
      },
    };
  },
};

export const leadTasks = [answer, logCall, bookFollowUp, move, findPerson, reassign, enroll];
