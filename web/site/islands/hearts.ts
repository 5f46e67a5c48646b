import { FAVORITES_COOKIE, favoritesOfValue, MAX_IN_COOKIE } from "../../shared/favorites-cookie.ts";

/** Fills the hearts of the page, and saves in place. Called again where script has replaced a part of the page. */
export function start(root: HTMLElement): void {
  void fill(root);
  if (root.dataset.hearts !== undefined) return;
  root.dataset.hearts = "";
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.heart === undefined) return;
    event.preventDefault();
    void toggle(form);
  });
}

async function fill(part: HTMLElement): Promise<void> {
  const saved = await savedIds();
  for (const form of part.querySelectorAll<HTMLFormElement>("[data-heart]")) {
    const isSaved = saved.has(form.dataset.heart as string);
    const button = form.querySelector("button");
    button?.setAttribute("aria-pressed", String(isSaved));
    button?.setAttribute("value", isSaved ? "remove" : "add");
  }
}

async function toggle(form: HTMLFormElement): Promise<void> {
  const listingId = form.dataset.heart as string;
  const action = form.querySelector("button")?.value ?? "add";
  // The server keeps the cookie, and the favorites of who is signed in.
  const reply = await fetch("/favorites", {
    method: "POST",
    body: new URLSearchParams({ listing_id: listingId, action }),
    redirect: "manual",
  }).catch(() => null);
  // A redirect is what the server answers to a form; it is not followed here.
  if (reply?.type !== "opaqueredirect") return sendAsForm(form, action);
  await fill(document.body);
  const { visitTracker } = await import("./visit-tracking.ts");
  visitTracker()?.track({
    type: action === "add" ? "favorite_added" : "favorite_removed",
    listing_id: listingId,
  });
}

/** The server's own answer says what is wrong. `submit` leaves the button's value out. */
function sendAsForm(form: HTMLFormElement, action: string): void {
  form.append(
    Object.assign(document.createElement("input"), { type: "hidden", name: "action", value: action }),
  );
  form.submit();
}

async function savedIds(): Promise<Set<string>> {
  const value = document.cookie
    .split("; ")
    .find((each) => each.startsWith(`${FAVORITES_COOKIE}=`))
    ?.slice(FAVORITES_COOKIE.length + 1);
  const ids = favoritesOfValue(value ?? "");
  return new Set(ids.length < MAX_IN_COOKIE ? ids : ((await favoritesOfClient()) ?? ids));
}

/** All favorites of who is signed in; null without one. */
async function favoritesOfClient(): Promise<string[] | null> {
  const reply = await fetch("/api/v1/favorites").catch(() => null);
  return reply?.ok ? (await reply.json()).favorites : null;
}
