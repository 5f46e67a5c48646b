export type Role = "agent" | "broker" | "admin";
/** `examples`: addresses of the page, where its path alone shows less than all of it; `$name` is an id of the fixture. */
type ConsolePage = { roles: readonly Role[]; examples?: readonly string[] };

const all = { roles: ["agent", "broker", "admin"] } as const;
const brokers = { roles: ["broker", "admin"] } as const;
const admins = { roles: ["admin"] } as const;

/** The console's pages by the paths of its router, and whose they are. A new page needs a line here. */
export const consolePages: Record<string, ConsolePage> = {
  "/": all,
  "/leads": { ...all, examples: ["/leads", "/leads?q=%3Cscript%3E&stage=NEW"] },
  "/leads/new": all,
  "/leads/board": all,
  "/leads/$leadId": {
    ...all,
    examples: ["/leads/$leadId", "/leads/$leadId?part=facts", "/leads/$leadId?part=next"],
  },
  "/listings": all,
  // That of the fixture, and one that visitors do not see.
  "/listings/$listingId": { ...all, examples: ["/listings/$listingId", "/listings/W-1"] },
  "/feeds": admins,
  "/feeds/new": admins,
  "/feeds/$feedId": admins,
  "/feeds/$feedId/edit": admins,
  "/sources/$source/rules": admins,
  "/drips": all,
  "/drips/$sequenceId": { ...all, examples: ["/drips/$sequenceId?lead=$leadId"] },
  "/people": all,
  "/people/agents/$agentId": all,
  "/people/contacts": all,
  "/suggestions": all,
  "/routing": brokers,
  "/images": admins,
  "/webhooks": brokers,
  "/webhooks/$webhookId": brokers,
  "/messages": brokers,
  "/privacy": brokers,
  "/audit": brokers,
  "/settings": all,
  "/settings/brokerage": brokers,
  "/settings/branding": brokers,
  "/settings/leads": brokers,
  "/settings/texts": brokers,
  "/settings/keys": brokers,
  "/admin": admins,
  "/admin/system": admins,
  "/admin/sources": admins,
  "/admin/admins": admins,
  "/sign-in": all,
};

/** The paths of the router itself, whose types are those of another program (tsconfig.json of the console). */
export async function consoleRoutes(): Promise<string[]> {
  const address = new URL("../../console/app/router.ts", import.meta.url).href;
  const { router } = (await import(address)) as { router: { routesByPath: Record<string, unknown> } };
  return Object.keys(router.routesByPath);
}
