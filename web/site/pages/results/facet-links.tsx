import { count } from "../../../shared/numbers.ts";
import { type Search, searchPath, valuesOf, withoutValue, withValues } from "../../searches/search.ts";
import { filterLabel } from "../../texts/filters.ts";
import { resultTexts } from "../../texts/results.ts";
import { facetChoices } from "./facet-choices.ts";
import type { FoundHomes } from "./find-homes.ts";
import { type FacetLink, priceLinks } from "./price-links.ts";

const MOST_LINKS = 10;

const groups = [
  { name: "city", title: resultTexts.towns },
  { name: "property_type", title: resultTexts.type },
  { name: "features", title: filterLabel("features") },
  { name: "county", title: resultTexts.counties },
  { name: "zip", title: resultTexts.zips },
] as const;

/** Values that the homes have, with counts, each a link that narrows the search or, where it is in use, lifts it again. */
export function FacetLinks({ found }: { found: FoundHomes }) {
  const { search } = found;
  const shown = [
    { name: "price", title: resultTexts.price, links: priceLinks(found) },
    ...groups.map(({ name, title }) => ({
      name,
      title,
      links: facetChoices(found, name, MOST_LINKS).map((choice): FacetLink => {
        const isUsed = valuesOf(search, name).some(
          (each) => each.toLowerCase() === choice.value.toLowerCase(),
        );
        return { ...choice, isUsed, href: searchPath(toggled(search, name, choice.value, isUsed)) };
      }),
    })),
  ].filter(({ links }) => links.length > 1);
  if (shown.length === 0) return null;
  return (
    <nav class="facets" aria-labelledby="facets-title">
      <h2 id="facets-title">{resultTexts.narrow}</h2>
      <div class="facet-groups">
        {shown.map(({ name, title, links }) => (
          <section key={name} aria-labelledby={`facet-${name}`}>
            <h3 id={`facet-${name}`}>{title}</h3>
            <ul>
              {links.map((link) => (
                <li key={link.text}>
                  <a href={link.href} rel="nofollow" aria-current={link.isUsed ? "true" : undefined}>
                    <bdi>{link.text}</bdi>
                  </a>
                  {link.count !== null && <span class="quiet tabular"> {count(link.count)}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

function toggled(search: Search, name: string, value: string, isUsed: boolean): Search {
  if (!isUsed) return withValues(search, name, [...valuesOf(search, name), value]);
  const written = valuesOf(search, name).find((each) => each.toLowerCase() === value.toLowerCase()) ?? value;
  return withoutValue(search, name, written);
}
