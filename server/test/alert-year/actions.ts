import { FAVORITES } from "../harness/favorites-fixture.ts";
import { LEADS } from "../harness/lead-fixture.ts";
import { SEARCHES } from "../harness/searches-fixture.ts";
import type { Market } from "./market.ts";
import type { OracleSearch } from "./oracle-types.ts";
import {
  call,
  changeBrowser,
  changeFavoriteAlerts,
  randomFrequency,
  randomSearch,
  saveSearch,
  signIn,
} from "./people.ts";
import { must, type Person, type World } from "./world.ts";

/** Of all people, these never react. */
const SILENT = 0.25;
const MOST_SEARCHES = 20;

/** One of the people does something: the first of them often, the last never. */
export async function act(world: World, market: Market): Promise<void> {
  const { random, people, faults } = world;
  const person = people[Math.floor(random.next() ** 2 * (1 - SILENT) * people.length)];
  if (!person || faults.has(person.oracle.email)) return;
  const kind = random.weighted([
    [40, "sign"],
    [30, "click"],
    [20, "frequency"],
    [15, "favorite"],
    [10, "save"],
    [8, "flag"],
    [6, "favorite alerts"],
    [6, "browser"],
    [6, "delete"],
    [6, "unsubscribe"],
    [6, "resume"],
    [1, "erase"],
  ] as const);
  if (kind === "flag") return flag(world, person);
  if (kind === "click") return click(world, person);
  if (kind === "unsubscribe") return unsubscribe(world, person);
  if (kind === "resume") return resume(world, person);
  if (kind === "erase") return erase(world, person);
  if ((await call(world, person, SEARCHES)).status === 401) {
    await signIn(person);
    await must(call(world, person, SEARCHES));
  }
  world.oracle.signOfLife(person.oracle);
  if (kind === "save" && person.oracle.searches.length < MOST_SEARCHES)
    return saveSearch(world, person, randomSearch(world.cities, random));
  if (kind === "browser" && person.oracle.favoritesWish.channels.includes("push"))
    await changeBrowser(world, person);
  if (kind === "favorite") return addFavorite(world, person, market);
  if (kind === "favorite alerts") await changeFavoriteAlerts(world, person, randomFrequency(random));
  const searches = person.oracle.searches;
  if (searches.length > 0 && kind === "delete") await deleteSearch(world, person, random.pick(searches));
  if (searches.length > 0 && kind === "frequency")
    await changeFrequency(world, person, random.pick(searches));
  world.oracle.reschedule(person.oracle, world.now());
}

async function deleteSearch(world: World, person: Person, search: OracleSearch): Promise<void> {
  await must(call(world, person, `${SEARCHES}/${search.id}`, { method: "DELETE" }));
  person.oracle.searches = person.oracle.searches.filter((each) => each !== search);
}

async function changeFrequency(world: World, person: Person, search: OracleSearch): Promise<void> {
  search.frequency = randomFrequency(world.random);
  search.isPaused = false;
  const body = { frequency: search.frequency };
  await must(call(world, person, `${SEARCHES}/${search.id}`, { method: "PATCH", body }));
}

async function addFavorite(world: World, person: Person, market: Market): Promise<void> {
  const listing = market.shown(person.of.oracle.sources);
  if (listing === null) return;
  const body = { favorites: [listing.id] };
  await must(call(world, person, `${FAVORITES}/sync`, { method: "POST", body }));
  world.oracle.addFavorite(person.oracle, listing.id);
}

/** A flag of the person's lead comes or goes. */
async function flag({ mail: { lintel }, report }: World, { oracle, of, lead }: Person): Promise<void> {
  const method = oracle.mayBeMailed ? "PUT" : "DELETE";
  await must(lintel.call(`${LEADS}/${lead}/flags/unsubscribed`, { method, key: of.broker, body: {} }));
  oracle.mayBeMailed = !oracle.mayBeMailed;
  if (oracle.mayBeMailed) return;
  oracle.questions = 0;
  report.optOuts++;
}

/** On a home of the last mail. One that has left the market answers 404, and is no sign of life. */
async function click({ mail: { lintel }, random, oracle, report }: World, person: Person): Promise<void> {
  const links = person.lastMail?.seen.homeLinks ?? [];
  if (links.length === 0) return;
  const { status } = await lintel.call(random.pick(links), { host: person.of.host });
  if (status !== 200) return;
  oracle.signOfLife(person.oracle);
  report.clicks++;
}

/** The POST of a mail program. */
async function unsubscribe({ mail: { lintel }, oracle, report, now }: World, person: Person): Promise<void> {
  const path = person.lastMail?.seen.oneClick;
  if (!path) return;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await must(lintel.call(path, { method: "POST", headers, body: "List-Unsubscribe=One-Click" }));
  oracle.unsubscribe(person.oracle, (person.lastMail as NonNullable<Person["lastMail"]>).report, now());
  report.optOuts++;
}

/** The button of the mail that asked. */
async function resume({ mail: { lintel }, oracle, now }: World, person: Person): Promise<void> {
  if (person.resumePath === null) return;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await must(lintel.call(person.resumePath, { method: "POST", headers, body: "" }));
  person.resumePath = null;
  for (const wish of [...person.oracle.searches, person.oracle.favoritesWish]) wish.isPaused = false;
  oracle.signOfLife(person.oracle);
  oracle.reschedule(person.oracle, now());
}

async function erase(world: World, person: Person): Promise<void> {
  const { privacy } = person.of;
  await must(privacy.run(await privacy.submitConfirmed("erase", person.oracle.email)));
  world.oracle.erase(person.oracle);
  world.people.splice(world.people.indexOf(person), 1);
  world.byEmail.delete(person.oracle.email);
  world.report.erased++;
}
