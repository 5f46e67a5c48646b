import type { components } from "../../../../client/src/api.generated.ts";
import { dataOf } from "../../frame/api.ts";
import { absolute } from "../../frame/canonical.ts";
import type { Visit } from "../../frame/visit.ts";
import { xmlText } from "../../frame/xml.ts";

/** A file of the sitemap, with the last change of any home in it. */
type HomeSitemap = { xml: string; lastmod: string | null };

type Entry = components["schemas"]["ListingIndexEntry"];

/** The protocol allows 50,000 in a file; hashes do not divide evenly. */
const MAX_HOMES = 40_000;

/** Of the brokerages whose files were requested last: some MB each. */
const KEPT = 2;
const kept = new Map<string, { revision: string; files: Promise<HomeSitemap[]> }>();

/**
 * The files of the homes of a brokerage, by a hash of the listing_id, so that a change of one home changes one file. Sold homes stay
 * out (W9). They are made together, in one pass over the listings, and once for each revision.
 */
export function homeSitemaps(
  visit: Pick<Visit, "site" | "url" | "api" | "revision">,
  { maxHomes = MAX_HOMES }: { maxHomes?: number } = {},
): Promise<HomeSitemap[]> {
  const key = `${visit.site.id} ${absolute(visit, "/")} ${maxHomes}`;
  const known = kept.get(key);
  if (known?.revision === visit.revision) return known.files;
  const files = makeFiles(visit, maxHomes);
  kept.delete(key);
  kept.set(key, { revision: visit.revision, files });
  if (kept.size > KEPT) kept.delete(kept.keys().next().value as string);
  files.catch(() => kept.delete(key));
  return files;
}

async function makeFiles(
  visit: Pick<Visit, "site" | "url" | "api">,
  maxHomes: number,
): Promise<HomeSitemap[]> {
  const base = absolute(visit, "/homes/");
  let files: { parts: string[]; lastmod: string }[] = [];
  let cursor: string | undefined;
  do {
    const page = dataOf(await visit.api.GET("/api/public/listing-index", { params: { query: { cursor } } }));
    if (files.length === 0) files = emptyFiles(page.total, maxHomes);
    for (const entry of page.items) {
      if (entry.status === "Sold") continue;
      const file = files[hashOf(entry.id) % files.length] as (typeof files)[number];
      file.parts.push(urlOf(base, entry));
      if (entry.updated_at > file.lastmod) file.lastmod = entry.updated_at;
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return files.map(({ parts, lastmod }) => ({
    xml: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${parts.join("")}</urlset>\n`,
    lastmod: lastmod || null,
  }));
}

function emptyFiles(total: number, maxHomes: number): { parts: string[]; lastmod: string }[] {
  return Array.from({ length: Math.max(1, Math.ceil(total / maxHomes)) }, () => ({
    parts: [],
    lastmod: "",
  }));
}

function urlOf(base: string, { id, slug, updated_at }: Entry): string {
  const path = encodeURIComponent(id) + (slug && `/${encodeURIComponent(slug)}`);
  return `<url><loc>${xmlText(base + path)}</loc><lastmod>${updated_at}</lastmod></url>\n`;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
