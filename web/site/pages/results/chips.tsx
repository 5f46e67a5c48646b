import { Icon } from "../../icons/icon.tsx";
import { resultTexts } from "../../texts/results.ts";
import type { Chip } from "./chips-of.ts";

/** The filters in use, each a link to the search without it. */
export function Chips({ chips }: { chips: readonly Chip[] }) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label={resultTexts.chips}>
      {chips.map(({ name, text, href }) => (
        <li key={name + text} data-filter={name}>
          <a class="chip" href={href} rel="nofollow">
            <span class="visually-hidden">{resultTexts.remove} </span>
            <bdi>{text}</bdi>
            <Icon name="x" />
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a class="chip-clear" href="/homes">
            {resultTexts.clear}
          </a>
        </li>
      )}
    </ul>
  );
}
