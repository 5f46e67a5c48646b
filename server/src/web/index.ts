export { serveConsole } from "./console/serve-console.ts";
export { openSite } from "./open-site.ts";
export { serveAssets } from "./serve-assets.ts";
export { serveWebsite } from "./serve-website.ts";
export { ShownRevisions } from "./shown-revisions.ts";
export { warmWebsites } from "./warm-websites.ts";
