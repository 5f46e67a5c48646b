import type { ListingSummary } from "../../../shared/listing.ts";
import { SearchBox } from "../../components/search-box.tsx";
import type { SiteData } from "../../site-data.ts";
import { homeTexts } from "../../texts/home.ts";
import { FeaturedPhoto } from "./featured-photo.tsx";

/** The brokerage's headline, one search box, examples of what can be typed into it, and the photo of a new home. */
export function Hero({ site, featured }: { site: SiteData; featured: ListingSummary | null }) {
  const examples = site.hero_search_examples;
  return (
    <section class="hero">
      <div class="wide hero-columns">
        <div class="hero-words">
          <h1>
            <bdi>{site.hero_headline ?? homeTexts.headline}</bdi>
          </h1>
          <p class="hero-subtitle">
            <bdi>{site.hero_subtitle ?? site.tagline ?? homeTexts.subtitle}</bdi>
          </p>
          <SearchBox value="" />
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
