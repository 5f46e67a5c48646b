import { queryOptions } from "@tanstack/react-query";
import { client, type Schema } from "../../app/api.ts";
import { queries } from "../../app/queries.ts";

export type Photo = Schema<"ListingPhoto">;
export type Room = Photo["room_type"];

/** Pictures that are not kept yet are fetched when a listing is looked at: they are waited for some times. */
const WAIT_MS = 4000;
const WAITS = 10;

export const nameOfRoom: Record<Room, string> = {
  kitchen: "Kitchen",
  bedroom: "Bedroom",
  bathroom: "Bathroom",
  living_room: "Living room",
  exterior: "Exterior",
  garage: "Garage",
  other: "Other",
};

/** The photos of a listing with their labels. */
export function photosQuery(listingId: string) {
  return queryOptions({
    queryKey: ["get", "/api/admin/properties/{property_id}/photos", listingId],
    queryFn: async () => {
      const { data } = await client.GET("/api/admin/properties/{property_id}/photos", {
        params: { path: { property_id: listingId } },
      });
      return data?.items ?? [];
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.some(({ image }) => image === null) && dataUpdateCount < WAITS ? WAIT_MS : false,
  });
}

/** Shows a change of a photo before it is stored. @returns takes it back. */
export function changePhoto(listingId: string, imageId: string, change: Partial<Photo>): () => void {
  const { queryKey } = photosQuery(listingId);
  const before = queries.getQueryData(queryKey);
  queries.setQueryData(queryKey, (photos) =>
    photos?.map((photo) => (photo.image_id === imageId ? { ...photo, ...change } : photo)),
  );
  return () => queries.setQueryData(queryKey, before);
}

export function readPhotosAgain(listingId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: photosQuery(listingId).queryKey });
}

/** The parameters of a request about a photo. */
export function ofImage(imageId: string) {
  return { params: { path: { image_id: Number(imageId) } } };
}
