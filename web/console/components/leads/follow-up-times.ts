const HOUR_MS = 3_600_000;
const MORNING_HOUR = 9;

/** Times that people mean most: mornings of the days ahead, by the clock of this browser. */
export function followUpTimes(now: number): { label: string; at: Date }[] {
  const inDays = (days: number) => {
    const at = new Date(now);
    // Not 24 hours later, which is the same day where a clock is set back.
    at.setDate(at.getDate() + days);
    at.setHours(MORNING_HOUR, 0, 0, 0);
    return at;
  };
  return [
    { label: "In an hour", at: new Date(now + HOUR_MS) },
    { label: "Tomorrow", at: inDays(1) },
    { label: "In 3 days", at: inDays(3) },
    { label: "In a week", at: inDays(7) },
  ];
}

/** As an `<input type="datetime-local">` has it. */
export function localInput(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
