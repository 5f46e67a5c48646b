import type { BuiltWebsite } from "../../../web/build/built-website.ts";
import type { CreateSite, HasPage } from "../../../web/site/contract.ts";

/** The built website: files for browsers, and what renders pages. */
export type OpenedSite = { built: BuiltWebsite; createSite: CreateSite; hasPage: HasPage };

let opened: Promise<OpenedSite> | null = null;

/** Loads the website once a process; built now if its sources have changed. A failure is not kept. */
export function openSite(): Promise<OpenedSite> {
  opened ??= open().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function open(): Promise<OpenedSite> {
  // Loaded where a website is served: commands need none.
  const { openWebsite } = await import("../../../web/build/open-website.ts");
  const built = await openWebsite();
  const site = (await import(built.siteModule)) as { createSite: CreateSite; hasPage: HasPage };
  return { built, createSite: site.createSite, hasPage: site.hasPage };
}
