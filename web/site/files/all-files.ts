import { brandFile } from "../brand/brand.file.ts";
import type { SiteFile } from "../frame/file.ts";
import { listingCardFile } from "../pages/listing/listing-card.file.ts";
import { cardFile } from "./card.file.ts";
import { feedFile } from "./feed.file.ts";
import { iconFile } from "./icon.file.ts";
import { llmsFile } from "./llms.file.ts";
import { manifestFile } from "./manifest.file.ts";
import { robotsFile } from "./robots.file.ts";
import { sitemapFiles } from "./sitemap/sitemap.files.ts";

/** Every path that is no HTML. */
export const files: SiteFile[] = [
  brandFile,
  cardFile,
  feedFile,
  iconFile,
  listingCardFile,
  llmsFile,
  manifestFile,
  robotsFile,
  ...sitemapFiles,
];
