import { expect } from "vitest";
import { STATIC_TOKEN } from "../../../../feed-server/src/access.ts";
import { announce } from "../../../../server/src/event-outbox/index.ts";
import { inTransaction } from "../../../../server/src/platform/database/database.ts";
import { deliverWebhooks } from "../../../../server/src/webhooks/index.ts";
import type { DailyTask } from "./daily-task.ts";

const SUGGESTIONS = "/api/admin/suggestions";
const WEBHOOKS = "/api/admin/webhooks";

const approve: DailyTask = {
  name: "approve a suggestion",
  actions: { agent: 0, broker: 2, admin: 2 },
  async prepare(world, role) {
    const { lintel, brokerageId } = world.fixture;
    const name = `Iris ${role}`;
    const target = { name, slug: `iris-${role}`, bio: "Land.", accepting_leads: false };
    const { id: target_id } = await lintel.createAgent(brokerageId, target);
    const body = { target_type: "agent", target_id, changes: { bio: "Land and water." } };
    // By Ann: it is on her page too.
    const { id } = await world.api(SUGGESTIONS, { method: "POST", key: world.keys.agent, body });
    return {
      before: ["Land.", "pending"],
      done: ["Land and water.", "approved"],
      async perform(person) {
        await person.find("sugg", "Suggestions");
        await person.page.locator("ins", { hasText: "Land and water." }).first().waitFor();
        await person.press("button", `Approve the change of ${name}`);
        await person.page.getByText(`The change of ${name} is approved, and made`).waitFor();
      },
      state: async () => [
        (await world.api(`/api/admin/agents/${target_id}`)).bio,
        (await world.api(`${SUGGESTIONS}/${id}`)).status,
      ],
      forced: {
        entry: null,
        address: "/suggestions",
        control: { role: "button", name: /^Approve/ },
        write: { method: "POST", path: `${SUGGESTIONS}/${id}/approve` },
        isPageRefused: false,
      },
    };
  },
};

const correctPhoto: DailyTask = {
  name: "correct a photo's room",
  actions: { agent: 3, broker: 3, admin: 3 },
  async prepare(world, role) {
    const { address, id } = world.home(role);
    const { items } = await world.api(`/api/admin/properties/${id}/photos`);
    const photo = Number(items[0].image_id);
    return {
      before: [],
      // Those of an admin, who belongs to no brokerage, hold for all.
      done: [{ room_type: "kitchen", brokerage_id: role === "admin" ? null : world.fixture.brokerageId }],
      async perform(person) {
        await person.find(address, new RegExp(`^${address}`));
        await person.page.getByRole("button", { name: "Room: Other" }).waitFor();
        await person.command("r");
        await person.choose("Kitchen");
        await person.page.getByText("Photo 1: Kitchen").waitFor();
      },
      state: () =>
        world.db
          .selectFrom("image_room_types")
          .select(["room_type", "brokerage_id"])
          .where("photo_id", "=", photo)
          .execute(),
    };
  },
};

const addFeed: DailyTask = {
  name: "add a feed with its test",
  actions: { agent: 0, broker: 0, admin: 3 },
  async prepare(world, role) {
    const source = `mls-${role}`;
    const auth = { type: "bearer", token: STATIC_TOKEN };
    return {
      before: [],
      done: [source],
      async perform(person) {
        await person.find("add a f", "Add a feed");
        const typed = {
          "Name of the source": source,
          "Address of the RESO Web API": world.feed.baseUrl,
          Token: STATIC_TOKEN,
        };
        await person.send(typed, { button: "Test" });
        await person.page.getByText("The test has succeeded.").waitFor();
        await person.press("button", "Add the feed");
        await person.page.getByRole("heading", { name: source, level: 1 }).waitFor();
      },
      state: async () => {
        const { items } = await world.api("/api/admin/feeds", { key: world.keys.admin });
        return items.map((feed: { source: string }) => feed.source).filter((each: string) => each === source);
      },
      forced: {
        entry: { words: "feed", name: /feed/i },
        address: "/feeds/new",
        control: { role: "textbox", name: /Name of the source/ },
        write: {
          method: "POST",
          path: "/api/admin/feeds",
          body: { source, base_url: world.feed.baseUrl, auth },
        },
        isPageRefused: true,
      },
    };
  },
};

const replay: DailyTask = {
  name: "replay a webhook",
  actions: { agent: 0, broker: 3, admin: 3 },
  async prepare(world, role) {
    const { receiver } = world;
    const job_id = `job-${role}`;
    const isIt = ({ text }: { text: string }) => text.includes(job_id);
    const { lintel, brokerageId } = world.fixture;
    const { items } = await world.api(WEBHOOKS);
    const body = { url: receiver.url, events: ["indexing.completed"] };
    const webhook = items[0] ?? (await world.api(WEBHOOKS, { method: "POST", body }));
    receiver.answer = (received) => (isIt(received) ? 500 : 204);
    await inTransaction(lintel.ctx, (ctx) =>
      announce(ctx, [{ event: "indexing.completed", subject: "job:1", brokerageId, data: { job_id } }]),
    );
    await deliverWebhooks(lintel.ctx);
    receiver.answer = () => 204;
    const deliveries = `${WEBHOOKS}/${webhook.id}/deliveries`;
    const [delivery] = (await world.api(deliveries)).items;
    return {
      before: 1,
      done: 2,
      async perform(person) {
        await person.find("webh", "Webhooks");
        await person.press("link", receiver.url);
        await person.press("button", "Send again");
        await person.page.getByText("The delivery is sent again").waitFor();
        await deliverWebhooks(lintel.ctx);
      },
      state: async () => receiver.received.filter(isIt).length,
      forced: {
        entry: { words: "webh", name: /Webhooks/ },
        address: `/webhooks/${webhook.id}`,
        control: { role: "button", name: /Send again/ },
        write: { method: "POST", path: `${deliveries}/${delivery.id}/replay` },
        isPageRefused: true,
      },
    };
  },
};

const erase: DailyTask = {
  name: "answer an erasure request",
  actions: { agent: 0, broker: 3, admin: 3 },
  async prepare(world, role) {
    const firstName = `Erased${role}`;
    const email = `${firstName.toLowerCase()}@visitors.test`;
    await world.arrive(firstName);
    // What others have left, as an agent who may not answer it.
    for (const { id } of await world.privacy.requests()) if (role !== "agent") await world.privacy.run(id);
    const request = await world.privacy.submitConfirmed("erase", email);
    expect(request).toBeGreaterThan(0);
    return {
      before: [1, "confirmed"],
      done: [0, "done"],
      async perform(person) {
        await person.find("priv", "Privacy");
        await person.press("button", "Erase now");
        await person.press("button", "Erase the data");
        await person.page.getByText("The person's data is erased").waitFor();
      },
      state: async () => {
        const leads = await world.db.selectFrom("leads").select("id").where("email", "=", email).execute();
        const found = (await world.privacy.requests()).find(({ id }) => id === request);
        return [leads.length, found?.status];
      },
      forced: {
        entry: { words: "priv", name: /Privacy/ },
        address: "/privacy",
        control: { role: "button", name: /Erase now/ },
        write: { method: "POST", path: `/api/v1/admin/privacy/requests/${request}/run` },
        isPageRefused: true,
      },
    };
  },
};

export const brokerageTasks = [approve, correctPhoto, addFeed, replay, erase];
