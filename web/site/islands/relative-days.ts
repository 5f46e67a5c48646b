/** Adds to each day of the page how long ago it was, by the visitor's calendar (W14): `Nov 19, 2026 (9 days ago)`. */
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const today = new Date().setHours(0);

for (const time of document.querySelectorAll<HTMLTimeElement>("[data-ago]")) {
  // Rounded: minutes are left, and a day may have 23 or 25 hours.
  const days = Math.round((Date.parse(`${time.dateTime}T00:00`) - today) / 864e5);
  const months = Math.trunc(days / 30);
  time.append(` (${months < -1 ? words.format(months, "month") : words.format(days, "day")})`);
}

export {};
