import { activeAgents, assignableAgents } from "../agents/index.ts";
import { brokersOf } from "../brokerages/index.ts";
import { firstKeyLink, printedLink } from "../identity/index.ts";
import { isLoopbackDomain } from "../platform/http/host.ts";
import type { Services } from "../services.ts";

/** A link that signs in once, and whose it is. */
export type FirstLink = { who: string; url: string };

const DEMO_AGENTS = 2;

/**
 * Links that sign in without any mail: as the admin, with a first admin key or BOOTSTRAP_ADMIN_KEY that is new, and as people of a demo that is new (web.md,
 * W27). None without our console, nor where the address is reached by http from other machines: such addresses sign no person in.
 */
export async function firstLinks(
  services: Services,
  { address, key, demo }: { address: string; key: boolean; demo: boolean },
): Promise<FirstLink[]> {
  const { config } = services;
  const local = config.console && isLoopbackDomain(new URL(address).hostname) ? address : null;
  const console = config.consoleUrl ?? local;
  const links: FirstLink[] = [];
  if (key && console !== null) links.push({ who: "Admin", url: await firstKeyLink(services, console) });
  if (demo && local !== null) links.push(...(await demoLinks(services, local)));
  return links;
}

/** Of the demo's owner and its first agents, on its own domain. */
async function demoLinks(services: Services, origin: string): Promise<FirstLink[]> {
  const { db, brokerages } = services;
  const { brokerageId } = await brokerages.tenants.byDomain("localhost");
  const brokers = await brokersOf(db, [brokerageId]);
  const first = (await assignableAgents(db, brokerageId)).slice(0, DEMO_AGENTS).map(({ id }) => id);
  const agents = [...(await activeAgents(db, first)).values()];
  const people = [
    ...brokers.filter(({ is_primary }) => is_primary).map((broker) => ({ ...broker, role: "Broker" })),
    ...agents.map((agent) => ({ ...agent, role: "Agent" })),
  ];
  return Promise.all(
    people.map(async ({ role, name, email }) => ({
      who: `${role} ${name}`,
      url: await printedLink(services, { origin, email, brokerageId }),
    })),
  );
}
