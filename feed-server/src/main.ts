import { parseArgs } from "node:util";
import { CLIENT, STATIC_TOKEN } from "./access.ts";
import { presets } from "./behaviours.ts";
import { loadKingCounty } from "./king-county.ts";
import { serveFeed } from "./serve-feed.ts";

// `npm run example:feed`: a RESO Web API on loopback, to connect a feed to.
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8090" },
    listings: { type: "string", default: "2000" },
    as: { type: "string", default: "entity-event" },
  },
});
const behaviours = presets[values.as];
if (!behaviours) {
  process.stderr.write(`--as must be one of ${Object.keys(presets).join(", ")}.\n`);
  process.exit(1);
}
const feed = await serveFeed({ port: Number(values.port), behaviours });
await loadKingCounty(feed.market, Number(values.listings));
process.stdout.write(`A RESO Web API with ${feed.market.size("Property").toLocaleString("en")} listings is at ${feed.baseUrl}

  token               ${STATIC_TOKEN}
  client credentials  ${feed.origin}/oauth/token, id ${CLIENT.id}, secret ${CLIENT.secret}

Change a price:
  curl ${feed.origin}/control/changes -d '{"kind": "price", "key": "${feed.market.keys("Property")[0]}", "price": 500000}'
`);
