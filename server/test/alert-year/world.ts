import { Outbound } from "../../src/platform/outbound/outbound.ts";
import type { Browser } from "../harness/browser.ts";
import { type PrivacyFixture, privacyOf } from "../harness/privacy-fixture.ts";
import { type PushService, startPushService } from "../harness/push-service.ts";
import { addSource, openAlertMail, openSearches, type SearchesFixture } from "../harness/searches-fixture.ts";
import { openSecondProcess, type SecondProcess } from "../harness/second-process.ts";
import type { TestApp } from "../harness/test-app.ts";
import { vapid } from "../harness/vapid.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { Faults } from "./faults.ts";
import { Oracle } from "./oracle.ts";
import type { OracleBrokerage, OraclePerson, Report } from "./oracle-types.ts";
import type { Seen } from "./seen.ts";

export type YearPlan = {
  seed: number;
  people: number;
  searches: number;
  changes: number;
  days: number;
  /** Whether faults are planted, which must be found. */
  withFaults?: boolean;
};

export type YearReport = {
  steps: number;
  changes: number;
  mails: number;
  homes: number;
  pushes: number;
  questions: number;
  optOuts: number;
  clicks: number;
  erased: number;
  paused: number;
  outages: number;
  withdrawals: number;
  problems: { email: string; text: string }[];
};

export type Brokerage = SearchesFixture & { oracle: OracleBrokerage; privacy: PrivacyFixture };

/** A client of the simulation, and what is known of their last mails. */
export type Person = {
  oracle: OraclePerson;
  of: Brokerage;
  token: string;
  lead: number;
  browser: Browser | null;
  lastMail: { seen: Seen; report: Report } | null;
  resumePath: string | null;
};

export type World = {
  mail: Awaited<ReturnType<typeof openAlertMail>>;
  push: PushService;
  second: SecondProcess;
  outbound: Outbound;
  random: SeededRandom;
  oracle: Oracle;
  faults: Faults;
  north: Brokerage;
  south: Brokerage;
  cities: string[];
  people: Person[];
  byEmail: Map<string, Person>;
  report: YearReport;
  /** The mail server is away until then; 0: it is there. */
  outageEnds: number;
  /** Until then mails that could not leave may be late. */
  graceEnds: number;
  now(): number;
  problem(email: string, text: string): void;
  close(): Promise<void>;
};

/** North shows two sources, South another one. */
export const SOURCES = { north: ["north", "north-b"], south: ["south"] };
/** Of a brokerage that has not chosen another one. */
const USUAL_ZONE = "America/Boise";

export async function openWorld({ seed, people, withFaults = false }: YearPlan): Promise<World> {
  const push = await startPushService();
  const mail = await openAlertMail({ LOG_LEVEL: "silent", OUTBOUND_ALLOW: "127.0.0.1", ...vapid });
  const { lintel } = mail;
  const outbound = new Outbound({
    allow: ["127.0.0.1"],
    resolve: async () => ["127.0.0.1"],
    timeouts: { deadlineMs: 20_000, connectMs: 10_000, idleMs: 10_000 },
  });
  const open = async (slug: "north" | "south"): Promise<Brokerage> => {
    const brokerage = await openSearches(lintel, slug);
    const oracle = { sources: new Set(SOURCES[slug]), zone: USUAL_ZONE };
    return { ...brokerage, oracle, privacy: privacyOf(lintel, brokerage) };
  };
  const [north, south] = [await open("north"), await open("south")];
  await addSource(lintel, SOURCES.north[1] as string);
  await showSources(lintel, north, SOURCES.north);
  const second = await openSecondProcess(lintel);
  const now = () => lintel.clock.now().getTime();
  const report: YearReport = {
    steps: 0,
    changes: 0,
    mails: 0,
    homes: 0,
    pushes: 0,
    questions: 0,
    optOuts: 0,
    clicks: 0,
    erased: 0,
    paused: 0,
    outages: 0,
    withdrawals: 0,
    problems: [],
  };
  return {
    mail,
    push,
    second,
    outbound,
    random: new SeededRandom(seed),
    oracle: new Oracle(),
    faults: new Faults(withFaults),
    north,
    south,
    cities: Array.from({ length: Math.max(3, Math.round(people / 3)) }, (_, nth) => `Town ${nth}`),
    people: [],
    byEmail: new Map(),
    report,
    outageEnds: 0,
    graceEnds: 0,
    now,
    problem(email, text) {
      report.problems.push({ email, text: `${new Date(now()).toISOString()} ${email}: ${text}` });
    },
    async close() {
      await second.close();
      await outbound.close();
      await mail.close();
      await push.close();
    },
  };
}

export async function showSources(
  lintel: TestApp,
  { id, oracle }: Brokerage,
  sources: string[],
): Promise<void> {
  const path = `/api/admin/brokerages/${id}/sources`;
  await must(lintel.call(path, { method: "PUT", key: await lintel.createKey("admin"), body: { sources } }));
  oracle.sources.clear();
  for (const source of sources) oracle.sources.add(source);
}

export async function must<R extends { status: number; text: string }>(call: Promise<R>): Promise<R> {
  const reply = await call;
  if (reply.status > 299) throw new Error(`answered ${reply.status}: ${reply.text}`);
  return reply;
}
