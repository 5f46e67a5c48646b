export { openSite } from "./open-site.ts";
export { revisionOf } from "./revision.ts";
export { serveWebsite } from "./serve-website.ts";
