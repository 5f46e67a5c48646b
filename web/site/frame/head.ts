import type { Tracked } from "./tracked.ts";

/** What the frame writes into `<head>`. */
export type Head = {
  /** Without the brokerage's name, which the frame appends. */
  title: string;
  description?: string;
  /** Path and query of the page's canonical address; null when it has none. By default the requested path without its query. */
  canonical?: string | null;
  /** Asks search engines to leave the page out. */
  noindex?: boolean;
  /** For Open Graph. By default the card of the brokerage. `src` is root-relative. */
  image?: { src: string; width: number; height: number; alt: string };
  /** Structured data; equal to what is visible. */
  jsonLd?: object[];
  /** What the tracker records of the page. */
  tracked?: Tracked;
  /** Address of the previous and next page of a list. */
  previous?: string;
  next?: string;
};
