/** The homes that this browser has saved (W19): the server reads and writes the same cookie when there is no script. */
const COOKIE = "lintel_favorites";

/** Fills the hearts of the page, and saves in place. Called again where script has replaced a part of the page. */
export function start(root: HTMLElement): void {
  fill(root);
  if (root.dataset.hearts !== undefined) return;
  root.dataset.hearts = "";
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.heart === undefined) return;
    event.preventDefault();
    void toggle(form);
  });
}

function fill(part: HTMLElement): void {
  for (const form of part.querySelectorAll<HTMLFormElement>("[data-heart]")) show(form);
}

async function toggle(form: HTMLFormElement): Promise<void> {
  const listingId = form.dataset.heart as string;
  const action = savedIds().has(listingId) ? "remove" : "add";
  // The server keeps the cookie, and the favorites of who is signed in.
  const reply = await fetch("/favorites", {
    method: "POST",
    body: new URLSearchParams({ listing_id: listingId, action }),
    redirect: "manual",
  }).catch(() => null);
  // A redirect is what the server answers to a form; it is not followed here.
  if (reply?.type !== "opaqueredirect") return sendAsForm(form, action);
  for (const each of document.querySelectorAll<HTMLFormElement>("[data-heart]")) show(each);
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

function show(form: HTMLFormElement): void {
  const isSaved = savedIds().has(form.dataset.heart as string);
  const button = form.querySelector("button");
  button?.setAttribute("aria-pressed", String(isSaved));
  button?.setAttribute("value", isSaved ? "remove" : "add");
}

function savedIds(): Set<string> {
  const value = document.cookie
    .split("; ")
    .find((each) => each.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return new Set(value ? decodeURIComponent(value).split(",") : []);
}
