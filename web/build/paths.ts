import { fileURLToPath } from "node:url";

/** Root of the checkout. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Folders whose files the website and the console are made of. A change of any builds both anew. */
export const SOURCES = ["web/site", "web/console", "web/shared", "web/build", "client/src"];

/** Built websites, by the hash of their sources. */
export const CACHE = fileURLToPath(new URL("../../node_modules/.cache/lintel-web/", import.meta.url));
