import type { components } from "../../client/src/api.generated.ts";

/** The brokerage as its website shows it: `GET /api/public/site`. */
export type SiteData = components["schemas"]["PublicSite"];

export type NavItem = components["schemas"]["NavItem"];

/** A town with homes for sale: `GET /api/public/towns`. */
export type Town = components["schemas"]["Town"];
