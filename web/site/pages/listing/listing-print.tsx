import { listingPath } from "../../../shared/listing.ts";
import { Picture } from "../../components/picture.tsx";
import { absolute } from "../../frame/canonical.ts";
import type { Visit } from "../../frame/visit.ts";
import { homesTexts } from "../../texts/homes.ts";
import { AgentPanel } from "./agent-panel.tsx";
import { Headline } from "./headline.tsx";
import { HomeStory } from "./home-story.tsx";
import type { ListingPageData } from "./listing-context.ts";
import { lastPriceChange } from "./price-change.ts";
import { SourceNotice } from "./source-notice.tsx";

/** Photos that fit a sheet beside the words. */
const PRINTED = 3;

/** `?print`: the home in one column, without forms and buttons. */
export function ListingPrint({ listing, context, visit }: ListingPageData & { visit: Visit }) {
  const path = listingPath(listing);
  const images = listing.images.slice(0, PRINTED);
  return (
    <article class="listing listing-print">
      <p class="wide no-print">
        <a href={path}>{homesTexts.backToHome}</a>
      </p>
      {images.length > 0 && (
        <div class="wide printed-photos">
          {images.map((image) => (
            <Picture key={image.src} image={image} sizes="(min-width: 864px) 380px, 100vw" eager />
          ))}
        </div>
      )}
      <div class="wide">
        <Headline listing={listing} change={lastPriceChange(context.history)} />
        <HomeStory listing={listing} context={context} hasMap={false} />
        <AgentPanel agent={context.agent} site={visit.site} />
        <p>{absolute(visit, path)}</p>
      </div>
      <SourceNotice listing={listing} visit={visit} />
    </article>
  );
}
