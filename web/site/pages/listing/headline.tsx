import { dayText } from "../../../shared/dates.ts";
import { type Listing, placeText } from "../../../shared/listing.ts";
import { money } from "../../../shared/numbers.ts";
import { Facts } from "../../components/facts.tsx";
import { Price } from "../../components/price.tsx";
import { homesTexts } from "../../texts/homes.ts";
import { listingTexts } from "../../texts/listing.ts";
import type { PriceChange } from "./price-change.ts";

/** Price, address, rooms: what is looked for first. */
export function Headline({ listing, change }: { listing: Listing; change: PriceChange | null }) {
  const place = placeText(listing);
  return (
    <header class="listing-headline">
      <p class="listing-price">
        <Price amount={listing.list_price} />
        {change && <Change change={change} />}
        <span class={`status status-${listing.status === "Active" ? "active" : "other"}`}>
          {listingTexts.status[listing.status]}
        </span>
      </p>
      <h1>
        <bdi>{listing.address ?? listingTexts.hiddenAddress}</bdi>
        {place && (
          <span class="listing-place">
            {" "}
            <bdi>{place}</bdi>
          </span>
        )}
      </h1>
      <Facts listing={listing} />
    </header>
  );
}

function Change({ change: { by, day } }: { change: PriceChange }) {
  const amount = money(Math.abs(by));
  return (
    <span class={by < 0 ? "price-change down" : "price-change"}>
      <span aria-hidden="true">
        {by < 0 ? "−" : "+"}
        {amount} {dayText(day, "shortDay")}
      </span>
      <span class="visually-hidden">{homesTexts.priceChange(by < 0, amount, dayText(day))}</span>
    </span>
  );
}
