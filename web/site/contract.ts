import type { Assets } from "../build/assets.ts";

/**
 * What the server and the website know of each other. The server loads the built website (`site.mjs`), calls `createSite` once, and
 * gives each request for a page to `handle`.
 */
export type CreateSite = (deps: SiteDeps) => Site;

/** Whether the website has a page or file at a path, with or without a trailing slash. Also exported by the module. */
export type HasPage = (path: string) => boolean;

export type Site = {
  /** @throws an error with `status` when the brokerage's own data cannot be read: there is no page to show it on. */
  handle(request: SiteRequest): Promise<SiteReply>;
  /** Whether a target is a page, or a file of which a page loads many. What is not there counts as a page. */
  kindOf(target: string): "page" | "file";
  /** Key of the page in a cache, of the path and the parameters that the page reads; null when it must not be shared. */
  cacheKey(request: Pick<SiteRequest, "method" | "target">): string | null;
};

export type SiteDeps = {
  /** Calls the API in this process, as the visitor: with the request's Host, address and, for personal pages, its cookies. */
  callApi(inner: Request, outer: SiteRequest): Promise<Response>;
  /** Addresses of scripts, styles and fonts. */
  assets: Assets;
  /** Whether `/map/base` has tiles: streets, water, names of an archive. */
  hasBaseMap: boolean;
  /** Draws a card as PNG; null when too many are being drawn. */
  drawCard(card: ShareCard, outer: SiteRequest): Promise<Uint8Array | null>;
  now(): Date;
  /** Called with what a page threw; the visitor gets an error page. */
  reportError(error: unknown): void;
};

export type SiteRequest = {
  method: "GET" | "POST";
  /** Path and query, as they were requested. */
  target: string;
  /** Scheme and host of the request, such as `https://homes.example`. */
  origin: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The urlencoded form of a POST; else empty. */
  body: string;
  /** The visitor's network address. */
  address: string;
  tenant: {
    brokerageId: number;
    /** Changes whenever the brokerage or what it shows has changed. */
    revision: string;
  };
};

export type SiteReply = {
  status: number;
  /** Content type. */
  type: string;
  /** In addition to those that the server sends with every page. */
  headers: Record<string, string>;
  /** Values of `Set-Cookie`; only personal pages and forms have any. */
  cookies: string[];
  body: string | Uint8Array;
  /** `shared`: for every visitor alike, may be cached by a CDN. `personal`: never stored. `forever`: the address names the content. */
  caching: "shared" | "personal" | "forever";
  /** A preview of what is not saved yet, which the console shows in a frame. */
  isPreview?: boolean;
};

/** What a card of 1200×630 shows, which other websites put beside a link (Open Graph). */
export type ShareCard = {
  title: string;
  subtitle: string;
  /** Of the brokerage. */
  name: string;
  /** The primary colour, `#RRGGBB`; null for the default. */
  color: string | null;
  /** A JPEG, PNG or WebP of ours; null for a drawing. */
  photo: Uint8Array | null;
};
