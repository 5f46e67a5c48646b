/** Shows the button of a mail's link, with the token after the `#`. Its press takes the token out of the browser's history. */
export function start(element: HTMLElement): void {
  const form = element.querySelector("form");
  const input = form?.querySelector<HTMLInputElement>("input[name=token]");
  if (!form || !input) return;
  take();
  // The link of another mail, opened in this tab, changes only what stands after the `#`.
  window.addEventListener("hashchange", take);
  // Before that the page may be loaded again.
  form.addEventListener("submit", () => history.replaceState(null, "", location.pathname + location.search));

  function take(): void {
    const token = new URLSearchParams(location.hash.slice(1)).get("token");
    if (!token || !form || !input) return;
    input.value = token;
    form.hidden = false;
    // With a link the code is not needed.
    for (const other of document.querySelectorAll<HTMLElement>("[data-code]")) other.hidden = true;
    form.querySelector("button")?.focus();
  }
}
