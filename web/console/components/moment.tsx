import { ownMoment } from "../app/time-zone.ts";

/** A moment in the time zone of the person who looks at the page. `words` where there is none. */
export function Moment({ at, words = "never" }: { at: string | null; words?: string }) {
  return at === null ? (
    words
  ) : (
    <time dateTime={at} title={ownMoment(at, "dayAndTime")}>
      {ownMoment(at)}
    </time>
  );
}
