import { fileURLToPath } from "node:url";

/** Root of the checkout. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Folders whose files the website is made of. A change of any builds it anew. */
export const SOURCES = ["web/site", "web/shared", "web/build", "client/src"];

/** Built websites, by the hash of their sources. */
export const CACHE = fileURLToPath(new URL("../../node_modules/.cache/lintel-web/", import.meta.url));
