import { townPath } from "../../../shared/listing.ts";
import type { Town } from "../../site-data.ts";
import { homeTexts } from "../../texts/home.ts";

/** Towns with the number of their homes, most homes first. */
export function Towns({ towns }: { towns: readonly Town[] }) {
  return (
    <section class="wide section" aria-labelledby="towns-title">
      <h2 id="towns-title">{homeTexts.towns}</h2>
      <ul class="towns">
        {towns.map(({ city, state, count, slug }) => (
          <li key={slug + state}>
            <a href={state === null ? `/homes?${new URLSearchParams({ city })}` : townPath(state, city)}>
              <bdi>{city}</bdi>
            </a>{" "}
            <span class="quiet">{homeTexts.homes(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
