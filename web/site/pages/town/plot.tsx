import { monthText } from "../../../shared/dates.ts";
import { townTexts } from "../../texts/town.ts";
import { HEIGHT, type Point, plotLine, WIDTH } from "./plot-line.ts";

type PlotProps = { title: string; points: readonly Point[]; text(value: number): string };

/** A figure month by month: its latest value with the number of homes behind it, and a line. */
export function Plot({ title, points, text }: PlotProps) {
  const line = plotLine(points);
  const latest = points.findLast(({ value }) => value !== null);
  const [first, last] = [points[0], points.at(-1)];
  if (!line || !latest || !first || !last) return null;
  return (
    <figure class="plot card">
      <figcaption>
        <span class="plot-title">{title}</span>
        <span class="plot-value tabular">{text(latest.value as number)}</span>
        <span class="quiet tabular">
          {latest.n === null ? monthText(latest.month) : townTexts.latest(monthText(latest.month), latest.n)}
        </span>
      </figcaption>
      <div class="plot-area">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={townTexts.plotOf(title, monthText(first.month), monthText(last.month))}
        >
          {line.parts.map((part) => (
            <polyline key={part} points={part} vector-effect="non-scaling-stroke" />
          ))}
          {line.dots.map(({ x, y }) => (
            <path key={x} d={`M${x} ${y}h0.01`} vector-effect="non-scaling-stroke" />
          ))}
        </svg>
        <div class="plot-ends tabular quiet" aria-hidden="true">
          <span>{text(line.high)}</span>
          <span>{text(line.low)}</span>
        </div>
      </div>
      <div class="plot-months quiet" aria-hidden="true">
        <span>{monthText(first.month)}</span>
        <span>{monthText(last.month)}</span>
      </div>
    </figure>
  );
}
