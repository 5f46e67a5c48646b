import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { openSequences, type SequencesFixture, step } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const TAKEN = [409, { detail: "A drip sequence with this name already exists" }];
const NO_BROKERAGE = [404, { detail: "Brokerage not found" }];

describe("createDripSequence", () => {
  let lintel: TestApp;
  let north: SequencesFixture;
  let south: SequencesFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSequences(lintel, "north");
    south = await openSequences(lintel, "south");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  it("answers 200 with the sequence, exactly its documented fields, positions from the order", async () => {
    const body = {
      name: "  Welcome  ",
      description: " For everybody ",
      trigger_state: "QUALIFIED",
      pipeline_type: "seller",
      active: false,
      stop_on_state_change: false,
      steps: [{ ...step("one", 0), position: 7 }, step("two", 365)],
    };
    const at = lintel.clock.now().toISOString();
    const reply = await north.create(body);
    expect(outcome(reply)).toEqual([
      200,
      {
        id: expect.any(Number),
        brokerage_id: north.id,
        ...body,
        name: "Welcome",
        description: "For everybody",
        steps: [
          { position: 1, ...step("one", 0) },
          { position: 2, ...step("two", 365) },
        ],
        warnings: [],
        active_enrollments: 0,
        total_enrollments: 0,
        created_at: at,
        updated_at: at,
      },
    ]);
    expect((await north.read(reply.body.id)).body).toEqual(reply.body);
    expect(await auditOf(lintel, "drip_sequence", reply.body.id)).toEqual([
      expect.objectContaining({ action: "create", brokerage_id: north.id, after: reply.body }),
    ]);
  });

  it("is active, stops on a change of stage, is for both kinds and empty unless it is said otherwise", async () => {
    expect(await north.sequence({ description: " " })).toMatchObject({
      active: true,
      stop_on_state_change: true,
      pipeline_type: null,
      description: null,
      steps: [],
    });
  });

  it("pins brokers to their own brokerage, whichever they name", async () => {
    for (const brokerage_id of [south.id, 999_999, null, north.id]) {
      expect((await north.create({ brokerage_id })).body.brokerage_id).toBe(north.id);
    }
  });

  it("lets admins name the brokerage, and takes their own where they name none", async () => {
    const bound = await lintel.createKey("admin", { brokerageId: north.id });
    expect((await north.create({ brokerage_id: south.id }, admin)).body.brokerage_id).toBe(south.id);
    expect((await north.create({ brokerage_id: south.id }, bound)).body.brokerage_id).toBe(south.id);
    expect((await north.create({}, bound)).body.brokerage_id).toBe(north.id);
  });

  it("is 400 without a brokerage: an admin's who names none, a broker's who has none", async () => {
    const detail = "No brokerage context: brokerage_id says whose sequence it is";
    for (const [key, brokerage_id] of [
      [admin, undefined],
      [admin, null],
      [await lintel.createKey("broker"), north.id],
    ] as const) {
      expect(outcome(await north.create({ brokerage_id }, key))).toEqual([400, { detail }]);
    }
  });

  it("adds nothing to a brokerage that is missing or disabled", async () => {
    const closed = await openSequences(lintel, "closed");
    await lintel.call(`/api/admin/brokerages/${closed.id}`, { method: "DELETE", key: admin });
    expect(outcome(await closed.create())).toEqual(NO_BROKERAGE);
    for (const brokerage_id of [closed.id, 999_999]) {
      expect(outcome(await north.create({ brokerage_id }, admin))).toEqual(NO_BROKERAGE);
    }
  });

  it("is refused to agents", async () => {
    expect(outcome(await north.create({}, north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
  });

  it("takes a name once in a brokerage, in any case and with any spaces around it", async () => {
    await north.sequence({ name: "Only once" });
    for (const name of ["Only once", "ONLY ONCE", "  only Once "]) {
      expect(outcome(await north.create({ name }))).toEqual(TAKEN);
    }
    expect((await south.create({ name: "Only once" })).status).toBe(200);
  });

  it("stores one of ten that are sent with the same name at the same time", async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => north.create({ name: "All at once" })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  });

  it.each<[object, string, string]>([
    [{ name: undefined }, "name", "name is required"],
    [{ name: " " }, "name", "name must not be empty"],
    [{ name: "x".repeat(121) }, "name", "name must be at most 120 characters"],
    [{ trigger_state: undefined }, "trigger_state", "trigger_state is required"],
    [
      { trigger_state: "COMMITTED" },
      "trigger_state",
      "trigger_state must be one of NEW, CONTACTING, QUALIFIED, ARCHIVED",
    ],
    [
      { trigger_state: "new" },
      "trigger_state",
      "trigger_state must be one of NEW, CONTACTING, QUALIFIED, ARCHIVED",
    ],
    [{ active: null }, "active", "active must be true or false"],
    [{ description: "x".repeat(2001) }, "description", "description must be at most 2000 characters"],
    [{ steps: null }, "steps", "steps must be a list"],
    [{ steps: Array(101).fill(step("x")) }, "steps", "steps must have at most 100 items"],
    [
      { steps: [{ ...step("x"), delay_days: -1 }] },
      "steps.0.delay_days",
      "steps.0.delay_days must be between 0 and 365",
    ],
    [
      { steps: [{ ...step("x"), delay_days: 366 }] },
      "steps.0.delay_days",
      "steps.0.delay_days must be between 0 and 365",
    ],
    [
      { steps: [{ ...step("x"), delay_days: 1.5 }] },
      "steps.0.delay_days",
      "steps.0.delay_days must be an integer",
    ],
    [
      { steps: [{ ...step("x"), delay_days: undefined }] },
      "steps.0.delay_days",
      "steps.0.delay_days is required",
    ],
    [
      { steps: [step("x"), { ...step("x"), subject_template: "s".repeat(301) }] },
      "steps.1.subject_template",
      "steps.1.subject_template must be at most 300 characters",
    ],
    [
      { steps: [{ ...step("x"), body_template: "b".repeat(20_001) }] },
      "steps.0.body_template",
      "steps.0.body_template must be at most 20000 characters",
    ],
    [
      { steps: [{ ...step("x"), body_template: "\n" }] },
      "steps.0.body_template",
      "steps.0.body_template must not be empty",
    ],
    [
      { steps: Array(11).fill({ ...step("x"), body_template: "b".repeat(20_000) }) },
      "steps",
      "steps must hold at most 200000 characters together",
    ],
    [{ name: "a\u0000b" }, "name", "name must not contain NUL characters"],
  ])("refuses %.80j", async (body, field, msg) => {
    expect(validationErrors(await north.create(body))).toEqual([422, [[`body.${field}`, msg]]]);
  });

  it("refuses a pipeline_type that is none", async () => {
    const { status, body } = await north.create({ pipeline_type: "renter" });
    expect([status, body.detail[0].loc]).toEqual([422, ["body", "pipeline_type"]]);
  });

  it("takes what is just within the limits", async () => {
    const steps = [
      { delay_days: 365, subject_template: "s".repeat(300), body_template: "b".repeat(20_000) },
      ...Array(99).fill(step("x", 0)),
    ];
    expect(await north.sequence({ name: "n".repeat(120), steps })).toMatchObject({ steps: { length: 100 } });
  });

  it("keeps a hundred sequences a brokerage, and refuses the next", async () => {
    const full = await openSequences(lintel, "full");
    const at = lintel.clock.now();
    const rows = Array.from({ length: 99 }, (_, n) => ({
      brokerage_id: full.id,
      name: `Full ${n}`,
      trigger_state: "NEW",
      created_at: at,
      updated_at: at,
    }));
    await lintel.database.db.insertInto("drip_sequences").values(rows).execute();
    expect((await full.create()).status).toBe(200);
    expect(outcome(await full.create())).toEqual([
      409,
      { detail: "A brokerage can have at most 100 drip sequences: delete one" },
    ]);
    const { body } = await full.list();
    expect([body.items.length, body.total]).toEqual([100, 100]);
  });
});
