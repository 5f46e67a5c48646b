import { useMe } from "../../app/me.ts";
import { FeatureForm } from "./feature-form.tsx";
import { PhotoFeatures } from "./photo-features.tsx";
import { nameOfRoom, type Photo } from "./photo-query.ts";
import { RoomTypeMenu } from "./room-type-menu.tsx";

type PhotoLabelsProps = { listingId: string; photo: Photo; nth: number };

/** The room and the features of a photo, to correct them. */
export function PhotoLabels({ listingId, photo, nth }: PhotoLabelsProps) {
  const { brokerage_id } = useMe();
  const { room_type, manually_set, confidence, description } = photo;
  return (
    <div className="photo-labels">
      <div className="photo-type-line">
        <RoomTypeMenu listingId={listingId} photo={photo} nth={nth} />
        <span className="row-detail">
          {manually_set
            ? `${nameOfRoom[room_type]}, set by your staff`
            : confidence > 0
              ? `as the model says, ${Math.round(100 * confidence)} % sure`
              : "no model has read it yet"}
        </span>
      </div>
      {description && (
        <p className="photo-description">
          <bdi>{description}</bdi>
        </p>
      )}
      <PhotoFeatures listingId={listingId} photo={photo} />
      <FeatureForm listingId={listingId} imageId={photo.image_id} />
      <p className="hint">
        {brokerage_id === null
          ? "Corrections of an administrator hold for every brokerage that has none of its own."
          : "Corrections hold for your brokerage, and later analyses keep them."}
      </p>
    </div>
  );
}
