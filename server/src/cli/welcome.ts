import { brokerageSummary, enabledBrokerages } from "../brokerages/index.ts";
import { VERSION } from "../platform/version.ts";
import type { Services } from "../services.ts";
import type { FirstLink } from "./first-links.ts";
import { invocation } from "./invocation.ts";

/** The first admin key; "not printed" where there is none yet and this output is no place for one. */
export type AdminKey = string | "not printed" | null;

/** What there is to try: a domain that answers, its name on this machine, and a city with listings. */
type Suggestions = { domain: string | null; localHost: string | null; city: string | null };

type Started = Suggestions & {
  address: string;
  seconds: number;
  adminKey: AdminKey;
  links: FirstLink[];
  listings: number;
  /** Whether websites are served. */
  hasWebsite: boolean;
  /** Whether mail is written to DATA_DIR/outbox, which `/outbox` shows. */
  hasOutbox: boolean;
};

/** Of the first brokerage, `localhost` before any other of its domains: it needs no Host header. */
export async function suggestionsFor(services: Services): Promise<Suggestions> {
  const { brokerages, listings } = services;
  const own = await brokerages.tenants.siblingDomains("localhost");
  if (own.length > 0) {
    const { sourceIds } = await brokerages.tenants.byDomain("localhost");
    return {
      domain: "localhost",
      localHost: "localhost",
      city: listings.index.countCities(sourceIds)[0]?.city ?? null,
    };
  }
  const [first] = await enabledBrokerages(services.db);
  if (first === undefined) return { domain: null, localHost: null, city: null };
  const [tenant, { slug }] = await Promise.all([
    brokerages.tenants.byId(first),
    brokerageSummary(services.db, first),
  ]);
  const city = listings.index.countCities(tenant.sourceIds)[0]?.city ?? null;
  return { domain: tenant.domains[0] ?? null, localHost: `${slug}.localhost`, city };
}

/** The start's message of a worker, which has probes and no pages. */
export function workerMessage({ address, seconds }: Pick<Started, "address" | "seconds">): string {
  return `\nLintel ${VERSION} runs background jobs  (${seconds.toFixed(1)} s; probes at ${address}/health/live and /health/ready)\n\n`;
}

/** The start's message on the terminal: the address, what to do next, the new admin key. */
export function startMessage({
  address,
  seconds,
  adminKey,
  links,
  listings,
  hasWebsite,
  hasOutbox,
  ...suggestions
}: Started): string {
  const lines = [
    "",
    `Lintel ${VERSION} is ready at ${address}  (${seconds.toFixed(1)} s, ${listings.toLocaleString("en")} public listings)`,
    "",
    ...(hasWebsite ? websiteLines(address, suggestions) : []),
    ...nextSteps(address, suggestions),
    "",
    `  Interactive documentation   ${address}/docs`,
    `  Reference                   ${address}/redoc`,
    ...(hasOutbox ? [`  Mail (MAIL_URL is not set)  ${address}/outbox`] : []),
  ];
  if (links.length > 0) lines.push("", ...linkLines(links));
  if (adminKey === "not printed") {
    lines.push(
      "",
      "  There is no admin API key yet. Make one where no log collects it:",
      `    ${invocation().command} keys reset-admin`,
    );
  } else if (adminKey) {
    lines.push(
      "",
      `  Admin API key, shown this once:   ${adminKey}`,
      `  Send it as X-API-Key. If it is lost: ${invocation().command} keys reset-admin`,
    );
  }
  return `${lines.join("\n")}\n\n`;
}

function linkLines(links: FirstLink[]): string[] {
  const width = Math.max(...links.map(({ who }) => who.length));
  return [
    "  Sign in to the console. Each link works once, within a day; later, by a link that is mailed:",
    ...links.map(({ who, url }) => `    ${who.padEnd(width)}   ${url}`),
  ];
}

/** Browsers resolve every name below `localhost` to this machine. */
function websiteLines(address: string, { localHost }: Suggestions): string[] {
  if (localHost === null) return [];
  const url = new URL(address);
  // On another interface than this machine's own, the address is left as it is.
  if (url.hostname === "localhost") url.hostname = localHost;
  return [`  Website   ${url.origin}`, ""];
}

function nextSteps(address: string, { domain, city }: Suggestions): string[] {
  if (domain === null) {
    return [
      "  There is no brokerage yet. Add yours, with its domain and its first broker:",
      `    ${invocation().command} init`,
    ];
  }
  if (city === null) {
    // The wrapper of a service takes paths from where its user stands
    const folder = `${invocation().settingsFile === null ? "" : "/srv/lintel/"}examples/king-county`;
    return [
      "  There are no listings yet. Import yours, or the example of King County:",
      `    ${invocation().command} import listings.ndjson --source my-mls`,
      `    ${invocation().command} import ${folder}/kc_house_data.csv.gz --map ${folder}/map.json`,
    ];
  }
  const host = domain === "localhost" ? "" : ` -H 'Host: ${domain}'`;
  const inCity = new URLSearchParams({ city, state: "any" });
  return [
    "  Try it",
    `    curl '${address}/api/properties?${inCity}&min_beds=3&page_size=2'${host}`,
    `    curl '${address}/api/search/autocomplete?q=${encodeURIComponent(city.slice(0, 4).toLowerCase())}'${host}`,
    `    curl '${address}/api/properties/cities/list'${host}`,
  ];
}
