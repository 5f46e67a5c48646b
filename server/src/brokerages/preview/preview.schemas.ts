import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Timestamp } from "../../platform/http/fields.ts";
import { Nullable } from "../../platform/http/list-envelope.ts";

export const BrandingPreview = Component(
  "BrandingPreview",
  {
    token: Type.String({
      description: "For `/?preview=` of the brokerage's website. Shown only in this reply",
    }),
    url: Nullable(
      Type.String({
        description:
          "The preview at the canonical address of the website, which a page of CONSOLE_URL may show in a frame. null: CONSOLE_URL is not set, or the brokerage has no domain",
      }),
    ),
    expires_at: { ...Timestamp(), description: "After ten minutes" },
  },
  { description: "A view of the website with fields that are not saved" },
);
export type BrandingPreview = Static<typeof BrandingPreview>;

export const PreviewParams = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 64, description: "Of a preview of the website" }),
});
export type PreviewParams = Static<typeof PreviewParams>;
