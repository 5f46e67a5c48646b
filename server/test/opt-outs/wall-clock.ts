/** What the clock on the wall shows there, `HH:MM`, by Intl: the product asks luxon. */
export function wallTime(at: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

const formats = new Map<string, Intl.DateTimeFormat>();

export type Window = { quiet_start: string; quiet_end: string };

/** SPEC, as decided: from the start until the end, over midnight or not; never where they are the same. */
export function isQuiet(at: Date, timeZone: string, { quiet_start: start, quiet_end: end }: Window): boolean {
  const wall = wallTime(at, timeZone);
  if (start === end) return false;
  return start < end ? wall >= start && wall < end : wall >= start || wall < end;
}

const HALF_HOUR_MS = 1_800_000;

/** When the clocks of some time zones are changed in a year, to the half hour before; in order of time. */
export function clockChanges(year: number, timeZones: readonly string[]): Date[] {
  const changes = new Set<number>();
  const end = Date.UTC(year + 1, 0);
  for (const timeZone of timeZones) {
    const distance = (time: number) => {
      const [hours, minutes] = wallTime(new Date(time), timeZone).split(":").map(Number) as [number, number];
      return (
        (hours * 60 + minutes - new Date(time).getUTCHours() * 60 - new Date(time).getUTCMinutes() + 1440) %
        1440
      );
    };
    for (let time = Date.UTC(year, 0); time < end; time += HALF_HOUR_MS) {
      if (distance(time) !== distance(time + HALF_HOUR_MS)) changes.add(time);
    }
  }
  return [...changes].sort((a, b) => a - b).map((time) => new Date(time));
}
