import type { Page } from "playwright-core";

export type Role = "admin" | "broker" | "agent";

/** A picture of the console: whose, of which page, and what is done there before. */
export type Stop = {
  name: string;
  as: Role;
  path: string;
  /** The picture is of the page to which the first link of this form leads. */
  link?: string;
  before?: (page: Page) => Promise<unknown>;
  prepare?: (page: Page) => Promise<unknown>;
  /** Takes back what was done. */
  tidy?: (page: Page) => Promise<unknown>;
};

const page = (as: Role, name: string, path: string, link?: string): Stop => ({
  ...{ name: `console-${name}`, as, path },
  ...(link !== undefined && { link }),
});

const LEAD = 'main a[href*="/console/leads/"]:not([href$="/board"])';

export const consolePages: readonly Stop[] = [
  page("broker", "today", "/"),
  page("broker", "leads", "/leads"),
  page("broker", "board", "/leads/board"),
  page("broker", "lead", "/leads?stage=QUALIFIED", LEAD),
  page("broker", "lead-new", "/leads?stage=NEW", LEAD),
  page("broker", "listings", "/listings"),
  page("broker", "listing", "/listings", 'main a[href*="/console/listings/"]'),
  page("broker", "drips", "/drips"),
  page("broker", "drip", "/drips", 'main a[href*="/console/drips/"]'),
  page("broker", "people", "/people"),
  page("broker", "agent", "/people", 'main a[href*="/console/people/agents/"]'),
  page("broker", "contacts", "/people/contacts"),
  page("broker", "suggestions", "/suggestions"),
  page("broker", "routing", "/routing"),
  page("broker", "webhooks", "/webhooks"),
  page("broker", "webhook", "/webhooks", 'main a[href*="/console/webhooks/"]'),
  page("broker", "messages", "/messages"),
  page("broker", "privacy", "/privacy"),
  page("broker", "audit", "/audit"),
  page("broker", "settings", "/settings"),
  page("broker", "settings-brokerage", "/settings/brokerage"),
  page("broker", "settings-website", "/settings/branding"),
  page("broker", "settings-leads", "/settings/leads"),
  page("broker", "settings-texts", "/settings/texts"),
  page("broker", "settings-keys", "/settings/keys"),
  page("agent", "agent-today", "/"),
  page("agent", "agent-leads", "/leads"),
  page("agent", "agent-lead", "/leads", LEAD),
  page("agent", "agent-drips", "/drips"),
  page("agent", "agent-people", "/people"),
  page("agent", "agent-suggestions", "/suggestions"),
  page("admin", "admin-today", "/"),
  page("admin", "feeds", "/feeds"),
  page("admin", "feed", "/feeds", 'main a[href*="/console/feeds/"]:not([href$="/new"])'),
  page("admin", "feed-new", "/feeds/new"),
  page("admin", "feed-edit", "/feeds/1/edit"),
  page("admin", "source-rules", "/sources/demo/rules"),
  page("admin", "images", "/images"),
  page("admin", "admin", "/admin"),
  page("admin", "admin-system", "/admin/system"),
  page("admin", "admin-sources", "/admin/sources"),
  page("admin", "admin-admins", "/admin/admins"),
];

export const signInPages: readonly Stop[] = [
  page("agent", "sign-in", "/sign-in"),
  page("agent", "sign-in-link", "/sign-in#token=a-link-of-a-mail"),
];
