import { sql } from "kysely";
import { cookieOf } from "../../../server/test/harness/client-cookie.ts";
import { home, openMarket } from "../../../server/test/harness/market.ts";
import type { TestApp } from "../../../server/test/harness/test-app.ts";
import type { Examples } from "./all-pages.ts";
import type { VisitedPage, WebsiteFixture } from "./website-fixture.ts";

/** A brokerage of a test of all pages, and a person who is signed in there. */
export type ShownBrokerage = {
  id: number;
  name: string;
  host: string;
  examples: Examples;
  /** The Cookie header of a person with a saved search and a favorite. */
  cookie: string;
};

export type Words = {
  name: string;
  /** Stands in every other text. */
  word: string;
  city: string;
  color: string;
  /** In place of an ordinary brokerage's fields. */
  fields?: object;
  /** Without a contact, agents or homes. */
  isEmpty?: boolean;
};

/** Fields of homes, as long as each may be. */
const homeTexts = (word: string) => ({
  PublicRemarks: `${word} remarks`,
  ListAgentFullName: `${word} agent`.slice(0, 100),
  ListOfficeName: `${word} office`.slice(0, 100),
  InteriorFeatures: [`${word} feature`.slice(0, 100)],
  SubdivisionName: `${word} quarter`.slice(0, 100),
});

const homesOf = (slug: string, word: string, city: string) => [
  home({
    ListingId: `${slug}-1`,
    City: city,
    PostalCode: "83702",
    UnparsedAddress: `101 ${word} St`.slice(0, 200),
    ListPrice: 451_000,
    YearBuilt: 1994,
    Latitude: 43.6,
    Longitude: -116.2,
    ...homeTexts(word),
  }),
  home({
    ListingId: `${slug}-2`,
    City: city,
    ListPrice: 389_900,
    Latitude: 43.61,
    Longitude: -116.21,
    ...homeTexts(word),
  }),
  home({ ListingId: `${slug}-3`, City: city, StandardStatus: "Pending", ...homeTexts(word) }),
  home({
    ListingId: `${slug}-4`,
    City: city,
    StandardStatus: "Closed",
    CloseDate: "2026-05-01",
    ClosePrice: 410_000,
  }),
  home({ ListingId: `${slug}-5`, City: "", StateOrProvince: "", ...homeTexts(word) }),
  home({ ListingId: `${slug}-gone`, City: city, ...homeTexts(word) }),
];

/** A brokerage on `<slug>.test` with everything that pages show, all of it in its own words. */
export async function showBrokerage(
  { lintel, admin }: Pick<WebsiteFixture, "lintel" | "admin">,
  slug: string,
  words: Words,
): Promise<ShownBrokerage> {
  const { name, word, city, color, fields = {}, isEmpty = false } = words;
  const records = isEmpty ? [] : homesOf(slug, word, city);
  const market = await openMarket(lintel, slug, records);
  if (!isEmpty) {
    await market.import([home({ ListingId: `${slug}-gone`, City: city, StandardStatus: "Withdrawn" })]);
    await addContact(lintel, market.brokerageId, slug, word);
    await addAgents(lintel, market.brokerageId, slug, word);
  }
  const ordinary = isEmpty ? { name } : { ...ordinaryFields(word, city, color), name };
  const changed = await lintel.call(`/api/admin/brokerages/${market.brokerageId}`, {
    method: "PUT",
    key: admin,
    body: { ...ordinary, ...fields },
  });
  if (changed.status !== 200) throw new Error(`${slug} was not changed: ${changed.text}`);
  const { cookie, search } = await signIn(lintel, market.host);
  const one = await lintel.app.inject({ url: `/homes/${slug}-1`, headers: { host: market.host } });
  return {
    id: market.brokerageId,
    name: changed.body.name,
    host: market.host,
    cookie,
    examples: {
      home: one.headers.location ?? `/homes/${slug}-1/none`,
      unplaced: `${slug}-5`,
      agent: `${slug}-ann`,
      town: `/homes/id/${encodeURIComponent(city.toLowerCase())}`,
      gone: `${slug}-gone`,
      search,
    },
  };
}

/** A page as its audience gets it: personal ones as the person who is signed in. */
export function visitAs(
  website: WebsiteFixture,
  { host, cookie }: Pick<ShownBrokerage, "host" | "cookie">,
  { path, audience = "everyone" }: { path: string; audience?: "everyone" | "person" },
): Promise<VisitedPage> {
  return website.visit(path, { host, headers: audience === "person" ? { cookie } : {} });
}

function ordinaryFields(word: string, city: string, color: string): object {
  return {
    tagline: `${word} tagline`.slice(0, 300),
    description: `${word} description`,
    hero_headline: `${word} headline`.slice(0, 300),
    hero_subtitle: `${word} subtitle`.slice(0, 1000),
    hero_search_examples: [`${word} example`.slice(0, 300)],
    address_street: `1 ${word} Main St`.slice(0, 200),
    address_city: city,
    address_state_abbr: "ID",
    address_zip: "83702",
    license_type: `${word} license`.slice(0, 100),
    license_number: `${word} DB-1`.slice(-100),
    primary_color: color,
    nav_main: [{ label: `${word} menu`.slice(0, 100), href: "/homes" }],
    nav_footer: [{ label: `${word} footer`.slice(0, 100), href: "/privacy" }],
  };
}

async function addContact(lintel: TestApp, brokerageId: number, slug: string, word: string): Promise<void> {
  await lintel.database.db
    .insertInto("broker_contacts")
    .values({
      brokerage_id: brokerageId,
      name: `${word} broker`.slice(0, 100),
      email: `broker@${slug}.test`,
      phone: "(208) 555-0101",
      is_primary: true,
    })
    .execute();
}

async function addAgents(lintel: TestApp, brokerageId: number, slug: string, word: string): Promise<void> {
  await lintel.createAgent(brokerageId, {
    name: `${word} Ann`.slice(0, 100),
    slug: `${slug}-ann`,
    phone: "(208) 555-0102",
    bio: `${word} bio`,
    specialties: [`${word} lofts`.slice(0, 100)],
  });
  await lintel.createAgent(brokerageId, { name: `${word} Bob`.slice(0, 100), slug: `${slug}-bob` });
}

/** Signs a person in by a link, and saves a search. */
async function signIn(lintel: TestApp, host: string): Promise<{ cookie: string; search: number }> {
  const email = "ada@visitors.test";
  const ask = () => lintel.call("/api/v1/favorites/magic-link", { method: "POST", host, body: { email } });
  if ((await ask()).status !== 200) return { cookie: "", search: 1 };
  const { url } = await lintel.database.db
    .selectFrom("messages")
    .select(sql<string>`content -> 'data' ->> 'url'`.as("url"))
    .where("kind", "=", "magic_link")
    .where("recipient", "=", email)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const token = new URL(url).hash.replace("#token=", "");
  const session = await lintel.call("/api/v1/client-session", { method: "POST", host, body: { token } });
  if (session.status !== 201)
    throw new Error(`The link was answered with ${session.status}: ${session.text}`);
  const saved = await lintel.call("/api/v1/searches", {
    method: "POST",
    host,
    headers: { authorization: `Bearer ${session.body.auth_token}` },
    body: { filters: { city: ["Boise"] } },
  });
  if (saved.status !== 201) throw new Error(`The search was answered with ${saved.status}: ${saved.text}`);
  return { cookie: cookieOf(session.headers), search: saved.body.id };
}
