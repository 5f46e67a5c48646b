import { absolute } from "../frame/canonical.ts";
import { defineFile } from "../frame/file.ts";

/** Filtered lists are endless, and personal pages are of no use to others (W7). Towns have pages of their own. */
const DISALLOWED = ["/homes?", "/api/", "/favorites", "/searches", "/account"];

/** `/robots.txt` */
export const robotsFile = defineFile({
  path: "/robots.txt",
  async load(visit) {
    const lines = ["User-agent: *", ...DISALLOWED.map((path) => `Disallow: ${path}`)];
    return {
      type: "text/plain; charset=utf-8",
      body: `${lines.join("\n")}\n\nSitemap: ${absolute(visit, "/sitemap.xml")}\n`,
    };
  },
});
