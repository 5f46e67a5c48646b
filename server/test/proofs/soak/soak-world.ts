import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { home } from "../../harness/market.ts";
import { lintel } from "../../harness/run-lintel.ts";
import { secretSettings } from "../../harness/test-secrets.ts";
import type { WebhookReceiver } from "../../harness/webhook-receiver.ts";
import { Probes } from "../outages/probes.ts";
import { openBrokerage, post, type ServerProcess, startServer } from "../server-process.ts";
import type { ArrivedMails } from "./arrived-mails.ts";

export const ADMIN = "bootstrap-key-of-the-soak-proof-000";
export const METRICS_TOKEN = "token-of-the-soak-proof";
/** Where the demo's brokerage answers. */
export const HOST = "localhost";
const KING_COUNTY = fileURLToPath(new URL("../../../../examples/king-county/", import.meta.url));
const READY_WITHIN_MS = 300_000;
const PAGE = 100;
const SMALL_HOMES = 60;

/** What the visitors of a run know of the website, and the clients among them. */
export type World = {
  server: ServerProcess;
  listings: readonly KnownListing[];
  cities: readonly string[];
  /** Paths of stored pictures. */
  pictures: readonly string[];
  /** Tokens of clients who have redeemed a magic link. */
  clients: readonly string[];
};

export type KnownListing = {
  listing_id: string;
  city: string;
  latitude: number;
  longitude: number;
  list_price: number;
  images: { src: string }[];
};

export type Surroundings = {
  databaseUrl: string;
  redisUrl: string;
  folder: string;
  mails: ArrivedMails;
  hooks: WebhookReceiver;
  /** The demo and King County's sales; otherwise a few homes. */
  isLarge: boolean;
  clients: number;
  connections: number;
};

/** Starts the product as an operator does, with the demo's brokerage and limits of requests that visitors do not reach. */
export async function openWorld(around: Surroundings): Promise<World> {
  const { databaseUrl, redisUrl, folder, mails, hooks, isLarge, connections } = around;
  const settings = {
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: databaseUrl,
    ...(redisUrl && { REDIS_URL: redisUrl }),
    MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "leads@lintel.test",
    OUTBOUND_ALLOW: "127.0.0.1",
    DEMO: String(isLarge),
    LOG_LEVEL: "warn",
    TRUST_PROXY: "true",
    METRICS_TOKEN,
    KEY_REQUESTS_PER_MINUTE: "100000",
    KEY_REQUESTS_PER_HOUR: "10000000",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    ...secretSettings,
  };
  if (isLarge) await importKingCounty(settings);
  const server = await startServer(settings, connections);
  try {
    const ownPictures = isLarge ? [] : [await openSmallBrokerage(server)];
    const listings = await knownListings(server);
    await prepare(server, hooks);
    const clients: string[] = [];
    for (let nth = 0; nth < around.clients; nth++) clients.push(await signIn(server, mails, nth));
    return {
      server,
      listings,
      cities: [...new Set(listings.map(({ city }) => city))],
      pictures: [
        ...ownPictures,
        ...new Set(
          listings
            .flatMap(({ images }) => images.map(({ src }) => src))
            .filter((src) => src.startsWith("/files/")),
        ),
      ],
      clients,
    };
  } catch (error) {
    server.kill();
    throw error;
  }
}

async function importKingCounty(settings: Record<string, string>): Promise<void> {
  const map = join(KING_COUNTY, "map.json");
  const run = lintel(["import", join(KING_COUNTY, "kc_house_data.csv.gz"), "--map", map], settings);
  const { status, stderr } = await run.exit;
  if (status !== 0) throw new Error(`The import of King County ended with ${status}: ${stderr}`);
}

/** @returns the path of an agent's picture. */
async function openSmallBrokerage(server: ServerProcess): Promise<string> {
  const brokerage_id = await openBrokerage(server, HOST, ADMIN);
  const headers = { "x-api-key": ADMIN };
  const agent = { brokerage_id, name: "Ann Alder", slug: "ann", email: "ann@agents.test" };
  const agentId = await post(server, "/api/admin/agents", "id", { headers, body: agent });
  const homes = Array.from({ length: SMALL_HOMES }, (_, nth) =>
    home({
      ...{
        ListingId: `HOME-${nth}`,
        ListPrice: 300_000 + nth * 10_000,
        City: nth % 2 === 0 ? "Boise" : "Eagle",
      },
      ...{ Latitude: 43.5 + nth / 200, Longitude: -116.2 - nth / 200 },
    }),
  );
  const { statusCode, body } = await server.pool.request({
    ...{ method: "POST", path: "/api/admin/listings/import?source=homes", headers },
    body: homes.map((each) => JSON.stringify(each)).join("\n"),
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`The homes were answered ${statusCode}`);
  return Probes.storePicture({ port: server.port, key: ADMIN, agentId });
}

/** Waits for the demo, which is loaded beside the first requests. */
async function knownListings({ pool }: ServerProcess): Promise<KnownListing[]> {
  const until = performance.now() + READY_WITHIN_MS;
  const read = async (page: number) => {
    const path = `/api/properties?page_size=${PAGE}&page=${page}`;
    const { statusCode, body } = await pool.request({ method: "GET", path, headers: { host: HOST } });
    const text = await body.text();
    return statusCode === 200 ? (JSON.parse(text) as { items: KnownListing[]; total: number }) : null;
  };
  for (;;) {
    const first = await read(1);
    if (first !== null && first.total > 0) {
      const pages = Math.ceil(first.total / PAGE);
      const others: KnownListing[][] = [];
      for (let page = 2; page <= pages; page++) others.push((await read(page))?.items ?? []);
      return [...first.items, ...others.flat()].filter(({ latitude }) => latitude !== null);
    }
    if (performance.now() > until) throw new Error("The demo has no listings");
    await delay(200);
  }
}

/** A webhook, and letters to leads who were called. */
async function prepare(server: ServerProcess, { url }: WebhookReceiver): Promise<void> {
  const headers = { "x-api-key": ADMIN };
  const brokerage = await brokerageId(server);
  const hook = { url, events: ["lead.created", "lead.stage_changed"], brokerage_id: brokerage };
  await post(server, "/api/admin/webhooks", "id", { headers, body: hook });
  const letters = {
    brokerage_id: brokerage,
    name: "After the first call",
    trigger_state: "CONTACTING",
    steps: [{ delay_days: 0, subject_template: "Homes for you", body_template: "Hello {{first_name}}." }],
  };
  await post(server, "/api/v1/admin/drips", "id", { headers, body: letters });
}

async function brokerageId({ pool }: ServerProcess): Promise<number> {
  const headers = { "x-api-key": ADMIN };
  const { body } = await pool.request({ method: "GET", path: "/api/admin/brokerages", headers });
  const { items } = (await body.json()) as { items: { id: number; slug: string }[] };
  return (items[0] as { id: number }).id;
}

/** A client's token, by a magic link from its mail. */
async function signIn(server: ServerProcess, mails: ArrivedMails, nth: number): Promise<string> {
  const email = `client-${nth}@clients.test`;
  const headers = { host: HOST, "x-forwarded-for": `10.200.0.${nth + 1}` };
  await post(server, "/api/v1/favorites/magic-link", "success", { headers, body: { email } });
  const link = await mails.linkTo(email);
  const path = `/api/v1/favorites/verify/${link}`;
  const { statusCode, body } = await server.pool.request({ method: "GET", path, headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`A magic link was answered ${statusCode}: ${text}`);
  return (JSON.parse(text) as { auth_token: string }).auth_token;
}
