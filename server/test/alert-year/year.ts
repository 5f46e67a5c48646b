import type { Email } from "postal-mime";
import { deliverMessages } from "../../src/messages/index.ts";
import { matchChanges, runAlerts } from "../../src/saved-searches/index.ts";
import { LEADS } from "../harness/lead-fixture.ts";
import { home } from "../harness/market.ts";
import {
  type openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../harness/searches-fixture.ts";
import { openSecondProcess } from "../harness/second-process.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import {
  type Content,
  type Frequency,
  type Kind,
  Oracle,
  type OracleListing,
  type OraclePerson,
  type OracleSearch,
  type Status,
} from "./oracle.ts";

export type YearPlan = { seed: number; people: number; searches: number; changes: number; days: number };
export type YearReport = {
  steps: number;
  changes: number;
  mails: number;
  homes: number;
  paused: number;
  outages: number;
  problems: string[];
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ZONES = ["America/Boise", "America/New_York"];
/** Longer than the mail server's last retry after an outage. */
const GRACE = 20 * MINUTE;

type Person = { oracle: OraclePerson; token: string; lead: number };

/**
 * A simulated time in which listings change, clients change their minds, opt out or stop reacting, and the mail server is away: two
 * processes match and send, and each mail is compared with what the oracle says at that moment.
 */
export async function liveYear(
  mail: Awaited<ReturnType<typeof openAlertMail>>,
  { seed, people, searches, changes, days }: YearPlan,
): Promise<YearReport> {
  const { lintel, server } = mail;
  const random = new SeededRandom(seed);
  const north = await openSearches(lintel, "north");
  const second = await openSecondProcess(lintel);
  const oracle = new Oracle();
  const report: YearReport = {
    steps: 0,
    changes: 0,
    mails: 0,
    homes: 0,
    paused: 0,
    outages: 0,
    problems: [],
  };
  const now = () => lintel.clock.now().getTime();
  const cities = Array.from({ length: Math.max(3, Math.round(people / 8)) }, (_, nth) => `Town ${nth}`);
  const everyone: Person[] = [];
  for (let nth = 0; nth < people; nth++) {
    const oraclePerson = oracle.addPerson(`person-${nth}@visitors.test`, random.pick(ZONES));
    everyone.push({
      oracle: oraclePerson,
      token: "",
      lead: await north.makeLead({ email: oraclePerson.email }),
    });
  }
  const signIn = async (person: Person) => {
    person.token = await north.signIn(person.oracle.email);
    oracle.signOfLife(person.oracle);
  };
  for (const person of everyone) await signIn(person);
  for (let nth = 0; nth < searches; nth++)
    await saveSearch(north, everyone[nth % people] as Person, randomSearch(cities, random));
  await north.match();

  const end = now() + days * DAY;
  const gap = (days * DAY) / Math.max(1, Math.round(changes / 8));
  let outageEnds = 0;
  let graceEnds = 0;
  let made = 0;
  while (now() < end) {
    report.steps++;
    lintel.clock.advance(randomGap(random, gap, now()));
    if (outageEnds > 0 && now() >= outageEnds) {
      await server.up();
      outageEnds = 0;
      graceEnds = now() + GRACE;
    } else if (outageEnds === 0 && random.chance(0.02)) {
      await server.down();
      outageEnds = now() + random.integer(10, 300) * MINUTE;
      report.outages++;
    }
    for (let nth = random.integer(0, 16); nth > 0 && report.changes < changes; nth--) {
      const listing = randomChange(oracle, { cities, random, id: () => `L-${++made}` });
      await lintel.importListings("north", [recordOf(listing)]);
      oracle.change(listing, now());
      report.changes++;
      // Each change alone: several at one moment may be read as one.
      await matchChanges(random.chance(0.5) ? lintel.ctx : second.ctx);
    }
    if (random.chance(0.5)) await act(random.pick(everyone));
    oracle.beginPass(now());
    await pass();
  }
  await second.close();
  report.paused = oracle.people.filter(({ isPaused }) => isPaused).length;
  return report;

  async function pass(): Promise<void> {
    const before = server.arrived.length;
    await Promise.all([runAlerts(lintel.ctx), runAlerts(second.ctx)]);
    await deliverMessages(lintel.ctx);
    const arrived = await Promise.all(
      (await server.read()).slice(before).filter(({ text }) => text?.includes("Stop all alerts")),
    );
    const byPerson = Map.groupBy(arrived, ({ to }) => to?.[0]?.address ?? "");
    for (const { oracle: person } of everyone) {
      const mails = (byPerson.get(person.email) ?? []).filter(
        ({ subject }) => subject !== "Are you still looking for a home?",
      );
      for (const cadence of ["instant", "scheduled"] as const) {
        const content = oracle.due(person, cadence, now());
        if (content === null) continue;
        if (content.size === 0) {
          oracle.settle(person, cadence, { now: now(), wasSent: false });
          continue;
        }
        const at = mails.findIndex((each) => sameContent(contentOf(each), content));
        if (at >= 0) {
          mails.splice(at, 1);
          oracle.settle(person, cadence, { now: now(), wasSent: true });
          report.mails++;
          report.homes += content.size;
        } else if (outageEnds === 0 && now() >= graceEnds) {
          problem(person, `${cadence} mail missed: ${printed(content)}`);
          oracle.settle(person, cadence, { now: now(), wasSent: false });
        }
      }
      for (const each of mails) problem(person, `a mail too much: ${printed(contentOf(each))}`);
    }
  }

  function problem({ email }: OraclePerson, text: string): void {
    report.problems.push(`${new Date(now()).toISOString()} ${email}: ${text}`);
  }

  async function act(person: Person): Promise<void> {
    const { oracle: own } = person;
    const kind = random.weighted([
      [5, "sign"],
      [3, "frequency"],
      [3, "flag"],
      [1, "delete"],
      [2, "save"],
    ] as const);
    if (kind === "flag") {
      const method = own.mayBeMailed ? "PUT" : "DELETE";
      await must(
        lintel.call(`${LEADS}/${person.lead}/flags/unsubscribed`, { method, key: north.broker, body: {} }),
      );
      own.mayBeMailed = !own.mayBeMailed;
      return;
    }
    if ((await lintel.call(SEARCHES, north.as(person.token))).status === 401) {
      await signIn(person);
    }
    oracle.signOfLife(own);
    if (kind === "save" && own.searches.length < 20) {
      await saveSearch(north, person, randomSearch(cities, random));
      return;
    }
    const search = own.searches.length === 0 ? null : random.pick(own.searches);
    if (search === null || kind === "sign" || kind === "save") return;
    const path = `${SEARCHES}/${search.id}`;
    if (kind === "delete") {
      await must(lintel.call(path, { ...north.as(person.token), method: "DELETE" }));
      own.searches = own.searches.filter((each) => each !== search);
    } else {
      search.frequency = randomFrequency(random);
      const body = { frequency: search.frequency };
      // All searches of a paused client become active one by one; the oracle has one state for all.
      const paths = own.isPaused ? own.searches.map(({ id }) => `${SEARCHES}/${id}`) : [];
      for (const each of paths)
        await must(lintel.call(each, { ...north.as(person.token), method: "PATCH", body: {} }));
      own.isPaused = false;
      await must(lintel.call(path, { ...north.as(person.token), method: "PATCH", body }));
    }
    oracle.reschedule(own, now());
  }
}

async function saveSearch(
  north: SearchesFixture,
  person: Person,
  search: Omit<OracleSearch, "id">,
): Promise<void> {
  const { city, minPrice, maxPrice, minBeds, frequency, events } = search;
  const { body } = await must(
    north.save(person.token, {
      filters: { city: [city], min_price: minPrice, max_price: maxPrice, min_beds: minBeds },
      frequency,
      events,
      time_zone: person.oracle.zone,
    }),
  );
  person.oracle.searches.push({ ...search, id: body.id });
}

async function must<R extends { status: number; text: string }>(call: Promise<R>): Promise<R> {
  const reply = await call;
  if (reply.status > 299) throw new Error(`answered ${reply.status}: ${reply.text}`);
  return reply;
}

function randomFrequency(random: SeededRandom): Frequency {
  return random.weighted([
    [4, "instant"],
    [4, "daily"],
    [2, "weekly"],
    [1, "off"],
  ] as const);
}

function randomSearch(cities: readonly string[], random: SeededRandom): Omit<OracleSearch, "id"> {
  const minPrice = random.integer(2, 5) * 100_000;
  return {
    city: random.pick(cities),
    minPrice,
    maxPrice: minPrice + random.integer(1, 5) * 100_000,
    minBeds: random.integer(0, 3),
    frequency: randomFrequency(random),
    events: random.pick<Kind[]>([
      ["new", "price_drop", "back_on_market"],
      ["new"],
      ["price_drop"],
      ["new", "price_drop", "back_on_market", "status"],
      ["status", "back_on_market"],
    ]),
  };
}

/** A new listing, a home under another id, another price, the price before, or another status. */
function randomChange(
  oracle: Oracle,
  { cities, random, id }: { cities: readonly string[]; random: SeededRandom; id: () => string },
): OracleListing {
  const all = [...oracle.listings.values()];
  const fresh = (): OracleListing => ({
    id: id(),
    home: `P-${random.integer(1, 1_000_000_000)}`,
    city: random.pick(cities),
    price: random.integer(20, 90) * 10_000,
    beds: random.integer(1, 5),
    status: "Active",
  });
  if (all.length === 0 || random.chance(0.35)) return fresh();
  // Mostly those that have changed lately, so that changes follow each other.
  const known = all[
    Math.max(0, all.length - 1 - Math.floor(random.next() ** 2 * all.length))
  ] as OracleListing;
  return random.weighted<() => OracleListing>([
    [2, () => ({ ...fresh(), home: known.home, city: known.city })],
    [4, () => ({ ...known, price: Math.max(10_000, known.price - random.integer(1, 4) * 10_000) })],
    [3, () => ({ ...known, price: known.price + random.integer(1, 4) * 10_000 })],
    [4, () => ({ ...known, status: random.pick<Status>(["Active", "Pending", "Withdrawn"]) })],
  ])();
}

/** Some minutes, an hour, to the next morning, or days. */
function randomGap(random: SeededRandom, mean: number, now: number): number {
  return random.weighted<() => number>([
    [30, () => random.integer(1, 20) * MINUTE],
    [25, () => HOUR],
    [20, () => 12 * HOUR - (now % (12 * HOUR)) + random.integer(0, 4) * HOUR],
    [25, () => Math.round(mean * 3 * random.next()) + MINUTE],
  ])();
}

function recordOf({ id, home: parcel, city, price, beds, status }: OracleListing) {
  return home({
    ListingId: id,
    ParcelNumber: parcel,
    City: city,
    ListPrice: price,
    BedroomsTotal: beds,
    StandardStatus: status,
    UnparsedAddress: `${parcel} Main St`,
    PostalCode: "83702",
  });
}

/** What the text part of a mail tells. */
function contentOf({ text }: Email): Content {
  const blocks = (text ?? "").split("\n\n");
  return new Map(
    blocks.flatMap((block) => {
      const id = /\/api\/properties\/([^?\s]+)\?/.exec(block)?.[1];
      return id === undefined ? [] : [[id, block.trim().split("\n")[0] as string] as const];
    }),
  );
}

function sameContent(one: Content, other: Content): boolean {
  if (one.size !== Math.min(20, other.size)) return false;
  return [...one].every(([id, reasons]) => other.get(id) === reasons);
}

function printed(content: Content): string {
  return [...content].map(([id, reasons]) => `${id} (${reasons})`).join(", ");
}
