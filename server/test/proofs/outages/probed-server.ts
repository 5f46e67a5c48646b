import type { SmtpServer } from "../../harness/smtp-server.ts";
import { secretSettings } from "../../harness/test-secrets.ts";
import { openBrokerage, post, type ServerProcess } from "../server-process.ts";
import { type Probed, Probes } from "./probes.ts";

const ADMIN = "bootstrap-key-of-the-outages-proof";
const DOMAIN = "outages.test";

/** Of a server that probes ask as often as they like. */
export function probedSettings({ port }: Pick<SmtpServer, "port">): Record<string, string> {
  return {
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "leads@lintel.test",
    DEMO: "false",
    LOG_LEVEL: "fatal",
    TRUST_PROXY: "true",
    KEY_REQUESTS_PER_MINUTE: "100000",
    KEY_REQUESTS_PER_HOUR: "1000000",
    ADDRESS_REQUESTS_PER_MINUTE: "100000",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    ...secretSettings,
  };
}

/** A brokerage with agents, a listing and a stored picture. */
export async function prepareProbed(server: ServerProcess): Promise<Probed> {
  const brokerageId = await openBrokerage(server, DOMAIN, ADMIN);
  const headers = { "x-api-key": ADMIN };
  const hire = (name: string, accepting_leads: boolean) => {
    const [slug] = name.toLowerCase().split(" ");
    const email = `${slug}@agents.test`;
    const body = { brokerage_id: brokerageId, name, slug, email, accepting_leads };
    return post(server, "/api/admin/agents", "id", { headers, body });
  };
  const agentId = await hire("Ann Alder", true);
  // A new photo deletes the one before.
  const shown = { port: server.port, key: ADMIN, agentId: await hire("Ben Birch", false) };
  const path = await Probes.storePicture(shown);
  const listing =
    '{"ListingId":"A","StandardStatus":"Active","PropertyType":"Land","StateOrProvince":"ID"}\n';
  const imported = await server.pool.request({
    method: "POST",
    path: "/api/admin/listings/import?source=mls",
    headers,
    body: listing,
  });
  await imported.body.dump();
  return { port: server.port, host: DOMAIN, key: ADMIN, agentId, picture: path };
}

/** The emails of all leads, as often as there are leads of them. */
export async function storedForms({ pool }: ServerProcess): Promise<string[]> {
  const emails: string[] = [];
  for (let page = 1; ; page++) {
    const path = `/api/v1/admin/leads?page_size=100&page=${page}`;
    const { body } = await pool.request({ method: "GET", path, headers: { "x-api-key": ADMIN } });
    const { items, total } = (await body.json()) as { items: { email: string }[]; total: number };
    emails.push(...items.map(({ email }) => email));
    if (items.length === 0 || emails.length >= total) return emails;
  }
}
