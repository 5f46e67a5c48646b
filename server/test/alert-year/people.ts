import pLimit from "p-limit";
import { openBrowser } from "../harness/browser.ts";
import { SEARCHES } from "../harness/searches-fixture.ts";
import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import type { Channel, Frequency, Kind, OracleSearch } from "./oracle-types.ts";
import { must, type Person, type World, type YearPlan } from "./world.ts";

const ZONES = ["America/Boise", "America/New_York", null];
const FAVORITE_ALERTS = "/api/v1/favorites/alerts";
const AT_ONCE = 6;

/** Clients of two brokerages sign in, save searches, and some allow pushes. */
export async function addPeople(
  world: World,
  { people, searches }: YearPlan,
  onProgress: () => void,
): Promise<void> {
  const { random, cities } = world;
  const plans = Array.from({ length: people }, (_, nth) => ({
    nth,
    // Each tenth is a client of the other brokerage.
    slug: nth % 10 === 9 ? ("south" as const) : ("north" as const),
    zone: random.pick(ZONES),
    channels: random.weighted<Channel[]>([
      [7, ["email"]],
      [2, ["email", "push"]],
      [1, ["push"]],
    ]),
  }));
  const wanted = Array.from({ length: searches }, (_, nth) => ({
    nth: nth % people,
    search: randomSearch(cities, random),
  }));
  const limit = pLimit(AT_ONCE);
  world.people.push(
    ...(await limit.map(plans, async (plan) => {
      onProgress();
      return addPerson(world, plan);
    })),
  );
  for (const person of world.people) world.byEmail.set(person.oracle.email, person);
  await limit.map(wanted, async ({ nth, search }) => {
    await saveSearch(world, world.people[nth] as Person, search);
    onProgress();
  });
}

async function addPerson(
  world: World,
  {
    nth,
    slug,
    zone,
    channels,
  }: { nth: number; slug: "north" | "south"; zone: string | null; channels: Channel[] },
): Promise<Person> {
  const of = world[slug];
  const oracle = world.oracle.addPerson(`person-${nth}@${slug}-visitors.test`, of.oracle, zone);
  const lead = await of.makeLead({ email: oracle.email });
  const person: Person = { oracle, of, lead, token: "", browser: null, lastMail: null, resumePath: null };
  await signIn(person);
  oracle.favoritesWish.channels = channels;
  if (channels.includes("push")) {
    await changeBrowser(world, person);
    await must(call(world, person, FAVORITE_ALERTS, { method: "PATCH", body: { channels } }));
  }
  return person;
}

/** A browser comes, or goes. Pushes are for the one that is there when they are due. */
export async function changeBrowser(world: World, person: Person): Promise<void> {
  const path = `${SEARCHES}/push-subscriptions`;
  const before = person.browser;
  person.browser = before === null ? openBrowser(`${world.push.origin}/${person.oracle.email}`) : null;
  if (person.browser) await must(call(world, person, path, { method: "POST", body: person.browser.json }));
  else if (before) {
    const body = { endpoint: before.json.endpoint };
    await must(call(world, person, path, { method: "DELETE", body }));
  }
}

/** A sign of life are calls with the token: who only signs in has made none. */
export async function signIn(person: Person): Promise<void> {
  person.token = await person.of.signIn(person.oracle.email);
}

type Call = { method?: "GET" | "POST" | "PATCH" | "DELETE"; body?: object };

/** With the client's token. */
export function call({ mail: { lintel } }: World, { of, token }: Person, path: string, options: Call = {}) {
  return lintel.call(path, { ...of.as(token), ...options });
}

export async function saveSearch(world: World, person: Person, search: NewSearch): Promise<void> {
  const { city, minPrice, maxPrice, minBeds, frequency, events } = search;
  const { zone, favoritesWish } = person.oracle;
  const { channels } = favoritesWish;
  const body = {
    filters: { city: [city], min_price: minPrice, max_price: maxPrice, min_beds: minBeds },
    frequency,
    events,
    channels,
    ...(zone !== null && { time_zone: zone }),
  };
  const reply = await must(person.of.save(person.token, body));
  world.oracle.addSearch(person.oracle, { ...search, channels, isPaused: false, id: reply.body.id });
}

export async function changeFavoriteAlerts(
  world: World,
  person: Person,
  frequency: Frequency,
): Promise<void> {
  await must(call(world, person, FAVORITE_ALERTS, { method: "PATCH", body: { frequency } }));
  Object.assign(person.oracle.favoritesWish, { frequency, isPaused: false });
}

type NewSearch = Omit<OracleSearch, "id" | "channels" | "isPaused">;

export function randomSearch(cities: readonly string[], random: SeededRandom): NewSearch {
  const minPrice = random.integer(2, 5) * 100_000;
  return {
    city: randomCity(cities, random),
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

/** Some towns are large. */
export function randomCity(cities: readonly string[], random: SeededRandom): string {
  return cities[Math.floor(random.next() ** 2 * cities.length)] as string;
}

export function randomFrequency(random: SeededRandom): Frequency {
  return random.weighted([
    [4, "instant"],
    [4, "daily"],
    [2, "weekly"],
    [1, "off"],
  ] as const);
}
