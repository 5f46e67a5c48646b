import { Link } from "@tanstack/react-router";
import { counted } from "../../../shared/numbers.ts";
import type { Schema } from "../../app/api.ts";
import { Badge } from "../../components/badge.tsx";
import { Icon } from "../../icons/icon.tsx";
import { listingDetail, listingTitle, priceText, statusTones } from "./listing-texts.ts";

/** A listing of a list; all of the row opens it. */
export function ListingRow({ listing }: { listing: Schema<"ListingCard"> }) {
  const { listing_id, images, list_price, status, photos_count, attribution } = listing;
  const [image] = images;
  return (
    <li className="row listing-row">
      {image ? (
        <img className="listing-thumb" src={image.src} alt="" width={96} height={64} loading="lazy" />
      ) : (
        <span className="listing-thumb">
          <Icon name="image" />
        </span>
      )}
      <div className="row-words">
        <Link className="row-title row-link" to="/listings/$listingId" params={{ listingId: listing_id }}>
          <bdi>{listingTitle(listing)}</bdi>
        </Link>
        <bdi className="row-detail">{listingDetail(listing)}</bdi>
        <bdi className="row-detail small">
          {[listing_id, counted(photos_count, "photo"), attribution?.source_name].filter(Boolean).join(" · ")}
        </bdi>
      </div>
      <Badge tone={statusTones[status]}>{status}</Badge>
      <span className="listing-price">{priceText(list_price)}</span>
    </li>
  );
}
