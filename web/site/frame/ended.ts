/** A request that ends without the page's own component: the frame answers it. */
export type Ended =
  | { ended: "not-found" }
  | { ended: "redirect"; to: string; status: 301 | 302 | 303 | 307 | 308 };

export function isEnded(value: object): value is Ended {
  return "ended" in value;
}

/** The 404 page. It is the same for what does not exist and for what is hidden, so that it reveals nothing. */
export function notFound(): Ended {
  return { ended: "not-found" };
}

/** @param to an address of this website, from `/` on. */
export function redirect(to: string, status: 301 | 302 | 303 | 307 | 308 = 301): Ended {
  return { ended: "redirect", to, status };
}

/**
 * Sends a request on to the page's own address, with its query, where the address has another case or slug (W6). Forms are sent on by 308:
 * after a 301, browsers would load the page without the fields.
 */
export function redirectToOwn(
  { url, idempotencyKey }: { url: URL; idempotencyKey: string | null },
  path: string,
): Ended {
  return redirect(path + url.search, idempotencyKey === null ? 301 : 308);
}

/** Thrown by `dataOf` where the API refuses: the frame shows the error page of that status. */
export class PageError extends Error {
  readonly status: number;
  readonly retryAfter: string | null;

  constructor(
    status: number,
    { retryAfter = null, cause }: { retryAfter?: string | null; cause?: unknown } = {},
  ) {
    super(`The page was answered ${status}`, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
