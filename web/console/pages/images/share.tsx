import { count } from "../../../shared/numbers.ts";

/** How much of something is done, as a bar with its numbers. */
export function Share({ label, done, of }: { label: string; done: number; of: number }) {
  const percent = of === 0 ? 0 : Math.floor((done / of) * 100);
  return (
    <label className="share">
      <span>
        {label}: {count(done)} of {count(of)} ({percent} %)
      </span>
      <progress value={done} max={Math.max(of, 1)} />
    </label>
  );
}
