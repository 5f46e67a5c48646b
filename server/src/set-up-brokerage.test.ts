import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../test/harness/test-app.ts";
import { ownContext } from "./services.ts";
import { setUpBrokerage } from "./set-up-brokerage.ts";

const ADMIN_KEY = "the admin key of the settings, of 32 characters";

describe("setUpBrokerage", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const setUp = (slug: string, broker = "Ada Lovelace") => {
    const config = { ...lintel.services.config, bootstrapAdminKey: ADMIN_KEY };
    return setUpBrokerage(ownContext({ ...lintel.services, config }, "a test"), {
      ...{ name: slug, slug, domain: `${slug}.test`, broker, broker_email: "ada@brokers.test" },
      ...{ state: "ID", time_zone: "America/Boise" },
    });
  };
  const agentSlugs = async (brokerageId: number) => {
    const rows = await lintel.database.db
      .selectFrom("agents")
      .select("slug")
      .where("brokerage_id", "=", brokerageId)
      .execute();
    return rows.map(({ slug }) => slug);
  };

  it("accepts the admin key of BOOTSTRAP_ADMIN_KEY, and makes no other", async () => {
    const { adminKey, domains } = await setUp("first");
    expect([adminKey, domains]).toEqual([null, ["first.test", "localhost"]]);
    expect((await lintel.call("/api/admin/api-keys", { key: ADMIN_KEY })).status).toBe(200);
  });

  it("gives the broker a slug of their own when another brokerage has a broker of that name", async () => {
    expect(await agentSlugs((await setUp("second")).brokerageId)).toEqual(["second-ada-lovelace"]);
    expect(await agentSlugs((await setUp("third", "李明")).brokerageId)).toEqual(["brokerage"]);
    expect(await agentSlugs((await setUp("fourth", "王芳")).brokerageId)).toEqual(["fourth-brokerage"]);
  });

  it("leaves localhost to the brokerage that has it, even a disabled one", async () => {
    const { db } = lintel.database;
    await db.updateTable("brokerages").set({ disabled_at: new Date() }).where("slug", "=", "first").execute();
    expect((await setUp("fifth")).domains).toEqual(["fifth.test"]);
  });
});
