import { FeedError } from "./feed-error.ts";

/** Follows the links of one list of pages. */
export class NextLinks {
  readonly #followed = new Set<string>();

  /**
   * The address that the link of a page leads to; relative links are allowed.
   *
   * @throws FeedError bad_next_link when it is no address, or leads back to a page of the same list.
   */
  follow(link: string, address: string): string {
    if (!URL.canParse(link, address)) throw new FeedError("bad_next_link", { detail: "It is no address" });
    this.#followed.add(new URL(address).href);
    const next = new URL(link, address).href;
    if (this.#followed.has(next))
      throw new FeedError("bad_next_link", { detail: "It leads to a page that was read before" });
    return next;
  }
}
