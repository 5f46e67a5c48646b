import type { GivenFilters } from "../../../listings/index.ts";
import type { Context } from "../../../platform/context.ts";
import { trimTrailing } from "../../../platform/trim-trailing.ts";
import { SEARCHES_PATH } from "../../client-route.ts";

/** Where the links of a brokerage's alerts lead: to its website, where it has one, else to this API (search.md, D50). */
export class AlertLinks {
  readonly #website: string | null;
  readonly #api: string;
  readonly #brokerageId: number;
  readonly #ref: string;

  /** @param ref of the alert, by which clicks are counted. */
  constructor(
    { config }: Pick<Context, "config">,
    { brokerageId, website, ref }: { brokerageId: number; website: string | null; ref: string },
  ) {
    this.#website = website || null;
    this.#api = config.publicApiUrl;
    this.#brokerageId = brokerageId;
    this.#ref = ref;
  }

  home(listingId: string): string {
    const id = encodeURIComponent(listingId);
    return this.#website ? this.#page(`/homes/${id}`) : this.#call(`/api/properties/${id}`);
  }

  /** Where the client finds what several searches, one with a query, or favorites have: their list on the website, else the first. */
  more([first]: readonly { id: number }[]): string {
    if (this.#website) return this.#page(first ? "/searches" : "/favorites");
    return first
      ? `${this.#api}${SEARCHES_PATH}/${first.id}/results?ref=${this.#ref}`
      : this.#call("/api/properties");
  }

  /** The list of what filters find. */
  list(filters: GivenFilters): string {
    const url = new URL(this.#website ? this.#page("/homes") : this.#call("/api/properties"));
    for (const [name, value] of Object.entries(filters)) {
      const text = typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value);
      url.searchParams.set(name, text);
    }
    return url.href.length > MOST_CHARACTERS ? this.list({}) : url.href;
  }

  #page(path: string): string {
    const page = new URL(this.#website as string);
    page.pathname = trimTrailing("/", page.pathname) + path;
    page.search = `?ref=${this.#ref}`;
    return page.href;
  }

  /** The API is reached under any host: the brokerage is named. The list takes no `ref`, but ignores what begins with `_`. */
  #call(path: string): string {
    const name = path === "/api/properties" ? "_ref" : "ref";
    return `${this.#api}${path}?brokerage_id=${this.#brokerageId}&${name}=${this.#ref}`;
  }
}

/** Mail programs cut off longer links. */
const MOST_CHARACTERS = 1500;
