import type { ListingSummary } from "../../../shared/listing.ts";
import { SearchBox } from "../../components/search-box.tsx";
import type { SiteData, Town } from "../../site-data.ts";
import { homeTexts } from "../../texts/home.ts";
import { FeaturedPhoto } from "./featured-photo.tsx";
import { PlaceBox } from "./place-box.tsx";

type HeroProps = { site: SiteData; featured: ListingSummary | null; towns: readonly Town[] };

/**
 * The brokerage's headline, one search box, examples of what can be typed into it, and the photo of a new home. Where plain words are turned
 * off (W22), a town, a number of bedrooms and a price are chosen instead.
 */
export function Hero({ site, featured, towns }: HeroProps) {
  const hasWords = site.feature_semantic_search;
  const examples = hasWords ? site.hero_search_examples : [];
  return (
    <section class="hero">
      <div class="wide hero-columns">
        <div class="hero-words">
          <h1>
            <bdi>{site.hero_headline ?? homeTexts.headline}</bdi>
          </h1>
          <p class="hero-subtitle">
            <bdi>
              {site.hero_subtitle ??
                site.tagline ??
                (hasWords ? homeTexts.subtitle : homeTexts.subtitleOfPlaces)}
            </bdi>
          </p>
          <search>
            <form action="/homes">{hasWords ? <SearchBox value="" /> : <PlaceBox towns={towns} />}</form>
          </search>
          {examples.length > 0 && (
            <ul class="examples" aria-label={homeTexts.examples}>
              {examples.map((example) => (
                <li key={example}>
                  <a href={`/homes?${new URLSearchParams({ q: example })}`}>
                    <bdi>{example}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {featured && <FeaturedPhoto listing={featured} />}
      </div>
    </section>
  );
}
