import { absolute } from "../../frame/canonical.ts";
import { PageError } from "../../frame/ended.ts";
import { defineFile } from "../../frame/file.ts";
import { xmlText } from "../../frame/xml.ts";
import { homeSitemaps } from "./home-sitemaps.ts";
import { pageSitemap } from "./page-sitemap.ts";

const XML = "application/xml; charset=utf-8";

/** `/sitemap.xml`: the files of the sitemap, each with its last change (https://www.sitemaps.org). */
const indexFile = defineFile({
  path: "/sitemap.xml",
  async load(visit) {
    const homes = await homeSitemaps(visit);
    const entry = (path: string, lastmod: string | null) =>
      `<sitemap><loc>${xmlText(absolute(visit, path))}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ""}</sitemap>`;
    const entries = [
      entry("/sitemaps/pages.xml", null),
      ...homes.map(({ lastmod }, index) => entry(`/sitemaps/homes-${index + 1}.xml`, lastmod)),
    ];
    return {
      type: XML,
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</sitemapindex>\n`,
    };
  },
});

/** `/sitemaps/pages.xml`: all pages but those of homes. */
const pagesFile = defineFile({
  path: "/sitemaps/pages.xml",
  load: async (visit) => ({ type: XML, body: await pageSitemap(visit) }),
});

/** `/sitemaps/homes-1.xml` and so on. */
const homesFile = defineFile({
  path: "/sitemaps/:name",
  async load(visit) {
    const number = Number(/^homes-([1-9]\d{0,3})\.xml$/.exec(visit.params.name ?? "")?.[1] ?? 0);
    const file = (await homeSitemaps(visit))[number - 1];
    if (!file) throw new PageError(404);
    return { type: XML, body: file.xml };
  },
});

export const sitemapFiles = [indexFile, pagesFile, homesFile];
