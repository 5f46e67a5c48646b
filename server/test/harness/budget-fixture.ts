import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type BudgetOptions, type Purpose, SharedBudget } from "../../src/feeds/client/shared-budget.ts";
import type { Feeds } from "../../src/platform/database/types.generated.ts";
import { openTestDatabase } from "./test-database.ts";

type Fixture = Awaited<ReturnType<typeof openBudget>>;

const RUN = 7;

const noLimits = {
  per_second: null,
  per_hour: null,
  per_day: null,
  bytes_per_hour: null,
  enabled: true,
  wait_until: null,
  wait_reason: null,
  next_request_at: null,
  largest_reply: 0,
};

/**
 * A feed for the tests of the calling `describe`, without limits at the start of each, and what is counted of its requests. `stop`
 * is aborted after each test.
 */
export function useBudget() {
  let fixture: Fixture;
  let stop: AbortController;
  beforeAll(async () => {
    fixture = await openBudget();
  });
  beforeEach(() => {
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await fixture.reset();
  });
  afterAll(() => fixture.close());
  return {
    get fixture() {
      return fixture;
    },
    get stop() {
      return stop;
    },
    set: ((values) => fixture.set(values)) as Fixture["set"],
    budget: (purpose?: Purpose, options?: BudgetOptions) => fixture.budget(purpose, options),
    page: (expected?: number, most?: number) => fixture.page(expected, most),
    spend: ((...minute) => fixture.spend(...minute)) as Fixture["spend"],
    forget: () => fixture.forget(),
    counted: () => fixture.counted(),
    requests: () => fixture.requests(),
  };
}

async function openBudget() {
  const database = await openTestDatabase();
  const { db } = database;
  const source = await db
    .insertInto("sources")
    .values({ name: "mls" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: feedId } = await db
    .insertInto("feeds")
    .values({ source_id: source.id, base_url: "", auth_type: "bearer", sealed_secret: "", resources: [] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const set = (values: Partial<{ [F in keyof Feeds]: unknown }>) =>
    db
      .updateTable("feeds")
      .set(values as object)
      .where("id", "=", feedId)
      .execute();
  const forget = () => db.deleteFrom("feed_spending").execute();
  const counted = () =>
    db
      .selectFrom("feed_spending")
      .select(["requests", sql<number>`bytes + reserved_bytes`.as("bytes")])
      .execute();
  return {
    feedId,
    db,
    set,
    forget,
    /** Rows of minutes. */
    counted,
    async requests() {
      return (await counted()).reduce((sum, row) => sum + row.requests, 0);
    },
    budget: (purpose: Purpose = RUN, options: BudgetOptions = {}) =>
      new SharedBudget(db, feedId, purpose, options),
    page: (expected = 0, most = 10_000) => ({ kind: "page" as const, expected, most }),
    async spend(minutesAgo: number, requests: number, bytes = 0, reserved = 0) {
      await sql`insert into feed_spending (feed_id, minute, requests, bytes, reserved_bytes)
        values (${feedId}, date_trunc('minute', clock_timestamp()) - ${minutesAgo} * interval '1 minute', ${requests}, ${bytes}, ${reserved})`.execute(
        db,
      );
    },
    /** Nothing is counted, and nothing limited. */
    async reset() {
      await forget();
      await set(noLimits);
    },
    close: () => database.close(),
  };
}
