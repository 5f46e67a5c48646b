import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

const DRIPS = "/api/v1/admin/drips";

/** A path of a fresh sequence of the home brokerage. */
const ofSequence = (rest: string, body?: (world: World) => object): Row => ({
  request: async (world) => ({
    path: `${DRIPS}/${await world.makeSequence()}${rest}`,
    body: body?.(world),
  }),
  foreign: { all: { status: 404, detail: "Sequence not found" } },
});

/** A path below a sequence of the home brokerage, with a fresh lead of its agent. */
const ofEnrollment = (make: (world: World) => Promise<number>, rest: (lead: number) => string): Row => ({
  request: async (world) => ({
    path: `${DRIPS}/${await world.sharedSequence()}${rest(await make(world))}`,
  }),
  foreign: { all: { status: 404, detail: "Sequence not found" } },
});

/** Drip sequences. What a non-admin adds is the own brokerage's, whichever one is named. */
export const dripRows: Record<string, Row> = {
  getDripMeta: { request: () => ({ path: `${DRIPS}/meta` }) },
  listDripSequences: {
    request: async (world) => {
      await world.sharedSequence();
      return { path: DRIPS };
    },
  },
  createDripSequence: {
    request: (world) => ({
      path: DRIPS,
      body: { brokerage_id: world.home.id, name: world.name(), trigger_state: "QUALIFIED" },
    }),
  },
  getDripSequence: {
    request: async (world) => ({ path: `${DRIPS}/${await world.sharedSequence()}` }),
    foreign: { all: { status: 404, detail: "Sequence not found" } },
  },
  updateDripSequence: ofSequence("", (world) => ({ description: world.name() })),
  deleteDripSequence: ofSequence(""),

  runDrips: { request: () => ({ path: `${DRIPS}/run?dry_run=true` }), changesNothing: true },

  listEnrollments: ofEnrollment(
    (world) => world.makeEnrolledLead(),
    () => "/enrollments",
  ),
  enrollLead: ofEnrollment(
    (world) => world.makeLead(),
    (lead) => `/enrollments/${lead}`,
  ),
  stopEnrollment: ofEnrollment(
    (world) => world.makeEnrolledLead(),
    (lead) => `/enrollments/${lead}`,
  ),
  previewDripStep: {
    request: async (world) => ({
      path: `${DRIPS}/${await world.sharedSequence()}/preview`,
      body: { lead_id: await world.makeLead() },
    }),
    changesNothing: true,
    foreign: { all: { status: 404, detail: "Sequence not found" } },
  },
  simulateDrip: {
    request: async (world) => ({
      path: `${DRIPS}/${await world.sharedSequence()}/simulate`,
      body: { lead_id: await world.makeLead() },
    }),
    changesNothing: true,
    foreign: { all: { status: 404, detail: "Sequence not found" } },
  },
  getLeadDrips: {
    request: async (world) => ({ path: `/api/v1/admin/leads/${await world.makeEnrolledLead()}/drips` }),
    foreign: { all: { status: 404, detail: "Lead not found" } },
  },

  listDripStarters: { request: () => ({ path: `${DRIPS}/starters` }) },
  copyDripStarter: {
    request: (world) => ({
      path: `${DRIPS}/starters/new_buyer`,
      body: { brokerage_id: world.home.id, name: world.name() },
    }),
    // A starter belongs to no brokerage; its copy is the caller's own.
    foreign: { all: { status: 200 } },
  },
};
