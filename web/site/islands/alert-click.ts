/**
 * Tells the API that the link of an alert was followed (`?ref=`): alerts that are never clicked become rarer. The page itself is the same for
 * all visitors, and sees no `ref`.
 */
export function countAlertClick(): void {
  const ref = new URLSearchParams(location.search).get("ref");
  const [, section, id] = location.pathname.split("/");
  // Two letters are a state (W6).
  if (!ref || section !== "homes" || !id || id.length === 2) return;
  void fetch(`/api/properties/${id}?${new URLSearchParams({ ref })}`, { keepalive: true }).catch(() => {});
}
