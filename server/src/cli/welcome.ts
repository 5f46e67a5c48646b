import { VERSION } from "../platform/version.ts";

type Started = { address: string; seconds: number; adminKey: string | null; demo: boolean; listings: number };

/** The start's message on the terminal: the address, three requests to try, the new admin key. */
export function startMessage({ address, seconds, adminKey, listings }: Started): string {
  const lines = [
    "",
    `Lintel ${VERSION} is ready at ${address}  (${seconds.toFixed(1)} s, ${listings.toLocaleString("en")} public listings)`,
    "",
    "  Try it",
    `    curl '${address}/api/properties?city=Boise&min_beds=3&max_price=600000&page_size=2'`,
    `    curl '${address}/api/properties?center_lat=43.615&center_lng=-116.202&radius_miles=5&page_size=2'`,
    `    curl '${address}/api/properties/cities/list'`,
    "",
    `  Interactive documentation   ${address}/docs`,
    `  Reference                   ${address}/redoc`,
  ];
  if (adminKey) {
    lines.push("", `  Admin API key, shown this once:   ${adminKey}`, "  Send it as X-API-Key.");
  }
  return `${lines.join("\n")}\n\n`;
}
