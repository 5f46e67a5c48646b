import { Progress } from "@base-ui/react/progress";
import { count } from "../../../shared/numbers.ts";
import type { Schema } from "../../app/api.ts";
import { phaseWords, spanText } from "./feed-words.ts";

/** How far the run under way is, and how long it still takes where that is known. */
export function FeedProgress({ status: { progress, phase } }: { status: Schema<"FeedStatus"> }) {
  if (!progress) return null;
  const { done, total, per_second } = progress;
  const left = total !== null && per_second > 0 ? (total - done) / per_second : null;
  return (
    <Progress.Root
      className="feed-progress"
      value={total === null ? null : done}
      max={Math.max(total ?? 1, 1)}
    >
      <Progress.Label>{phase ? phaseWords[phase] : "Run"}</Progress.Label>
      <span className="row-detail">
        {count(done)}
        {total !== null && ` of ${count(total)}`} records
        {left !== null && left >= 1 && `, about ${spanText(left)} left`}
      </span>
      <Progress.Track className="progress-track">
        <Progress.Indicator className="progress-bar" />
      </Progress.Track>
    </Progress.Root>
  );
}
