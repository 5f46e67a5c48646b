import { brandFile } from "./brand/brand.file.ts";
import type { SiteFile } from "./frame/file.ts";

/** Every path that is no HTML. */
export const files: SiteFile[] = [brandFile];
