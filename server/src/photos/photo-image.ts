import { Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { FILES_PATH } from "../platform/storage/file-storage.ts";
import { isKey } from "../platform/storage/keys.ts";
import { fileOf, type PhotoSize, photoSizes } from "./photo-sizes.ts";
import type { StoredPhoto } from "./stored-photos.ts";

/** A picture as pages show it (web.md, W13): from our own storage, by addresses without a host. */
export const Image = Component("Image", {
  src: Type.String({ description: "Its address without a host: `/files/…`" }),
  srcset: Type.String({
    description: "The addresses of all of its sizes, as HTML has them: `/files/… 800w`",
  }),
  width: Type.Integer({ minimum: 1, description: "Of the largest size, in pixels" }),
  height: Type.Integer({ minimum: 1, description: "Of the largest size, in pixels" }),
  alt: Type.String({ description: "What stands for the picture where it cannot be seen" }),
});

export type PhotoImage = { src: string; srcset: string; width: number; height: number };

const smallestFirst = (Object.keys(photoSizes) as PhotoSize[]).toReversed();

/** A stored photo in its sizes, as WebP; sizes that would be as large as the photo are left out. */
export function imageOf({ storageKey, width, height }: StoredPhoto): PhotoImage {
  const longest = Math.max(width, height);
  const sizes = smallestFirst.filter((size) => size === "full" || photoSizes[size] < longest);
  const addressOf = (size: PhotoSize) => FILES_PATH + fileOf(storageKey, size, "webp");
  const widthOf = (size: PhotoSize) =>
    Math.max(1, Math.round(width * Math.min(1, photoSizes[size] / longest)));
  return {
    src: addressOf(sizes.includes("card") ? "card" : "full"),
    srcset: sizes.map((size) => `${addressOf(size)} ${widthOf(size)}w`).join(", "),
    width,
    height,
  };
}

/** A file of this installation in its one size; null for other addresses. */
export function imageOfFile(address: string, width: number, height: number): PhotoImage | null {
  if (!address.startsWith(FILES_PATH) || !isKey(address.slice(FILES_PATH.length))) return null;
  return { src: address, srcset: `${address} ${width}w`, width, height };
}
