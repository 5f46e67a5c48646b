import { useMutation } from "@tanstack/react-query";
import { client } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { useMay } from "../../app/me.ts";
import { ifMatch } from "../../app/versioned.ts";
import { notifyFailure } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { changePhoto, type Photo, readPhotosAgain } from "./photo-query.ts";

type PhotoFeaturesProps = { listingId: string; photo: Photo };

/** What is to be seen on a photo. Features that staff have added can be removed. */
export function PhotoFeatures({ listingId, photo: { image_id, features, etag } }: PhotoFeaturesProps) {
  const may = useMay();
  const remove = useMutation<void, ApiError, string, () => void>({
    mutationFn: async (featureId) => {
      const path = { image_id: Number(image_id), feature_id: Number(featureId) };
      await client.DELETE("/api/admin/images/{image_id}/features/{feature_id}", {
        params: { path },
        headers: ifMatch(etag),
      });
      await readPhotosAgain(listingId);
    },
    onMutate: (featureId) =>
      changePhoto(listingId, image_id, {
        features: features.filter((each) => each.feature_id !== featureId),
      }),
    onError: (error, _id, takeBack) => {
      takeBack?.();
      void readPhotosAgain(listingId);
      notifyFailure("The feature was not removed", messageOf(error));
    },
  });
  if (features.length === 0) return <p className="row-detail">No feature is known.</p>;
  return (
    <ul className="chips" aria-label="Features of the photo">
      {features.map(({ key, label, feature_id, manually_added, confidence }) => (
        <li key={key} className={manually_added ? "chip own" : "chip"}>
          <bdi>{label}</bdi>
          {!manually_added && <span className="count">{Math.round(100 * confidence)} %</span>}
          {feature_id !== undefined && may("removeImageFeature") && (
            <button
              type="button"
              className="chip-remove"
              aria-label={`Remove ${label}`}
              onClick={() => remove.mutate(feature_id)}
            >
              <Icon name="x" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
