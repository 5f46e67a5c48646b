/** Tells the API that the page of a home was opened by a link of an alert, which has a `ref` (docs/saved-searches.md). */
export async function noteAlertClick(listingId: string): Promise<void> {
  const here = new URL(location.href);
  const ref = here.searchParams.get("ref");
  if (!ref) return;
  // A page that is only prepared was not opened.
  if ((document as Document & { prerendering?: boolean }).prerendering)
    await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
  await fetch(`/api/properties/${encodeURIComponent(listingId)}?${new URLSearchParams({ ref })}`);
  // The address that the visitor passes on to others names no alert.
  here.searchParams.delete("ref");
  history.replaceState(history.state, "", here);
}
