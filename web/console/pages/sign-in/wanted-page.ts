const KEY = "lintel-console-wanted";
/** As long as a mailed link works. */
const KEPT_MS = 15 * 60_000;

/** Whether an address is a page of the console, beside the one to sign in. Others are not followed. */
export function isInConsole(address: string): boolean {
  if (!URL.canParse(address, location.origin)) return false;
  const { origin, pathname } = new URL(address, location.origin);
  return (
    origin === location.origin &&
    /^\/console(?:\/|$)/.test(pathname) &&
    !/^\/console\/sign-in\/?$/.test(pathname)
  );
}

/** Keeps the page that was wanted, for the window in which a mailed link is opened, and for the way back from the provider. */
export function keepWantedPage(address: string): void {
  localStorage.setItem(KEY, JSON.stringify({ address, until: Date.now() + KEPT_MS }));
}

/** Opens the page that was wanted, with the new session, as a new document: nothing of another person stays in its memory. */
export function openWantedPage(): void {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as { address: string; until: number } | null;
  localStorage.removeItem(KEY);
  const isValid = kept !== null && kept.until > Date.now() && isInConsole(kept.address);
  location.assign(isValid ? kept.address : "/console");
}
