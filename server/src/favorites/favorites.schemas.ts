import { type Static, Type } from "typebox";
import { LinkRequestId } from "../client-tokens/index.ts";
import { listingLabel } from "../engagement/index.ts";
import { Component } from "../platform/http/component.ts";
import { Email, Id, Timestamp } from "../platform/http/fields.ts";

export const MAX_IDS_PER_REQUEST = 1000;
/** Per client. */
export const MAX_FAVORITES = 5000;

const ListingId = () => Type.String({ minLength: 1, maxLength: 50 });

export const RequestMagicLinkBody = Type.Object({
  email: Email(),
  request_id: LinkRequestId(
    "An id of this request, new for each, for a page that asks for the code of the email: the code is then sent with it",
  ),
});
export type RequestMagicLinkBody = Static<typeof RequestMagicLinkBody>;

export const Done = Type.Object({ success: Type.Boolean(), message: Type.String() });
export type Done = Static<typeof Done>;

export const MagicLinkParams = Type.Object({
  token: Type.String({ description: "The token in the email's link, after `#token=`" }),
});
export type MagicLinkParams = Static<typeof MagicLinkParams>;

const favorites = Type.Array(Type.String(), {
  description: "Listing ids, latest added first; those of one request in alphabetical order",
});

export const VerifiedClient = Component("VerifiedClient", {
  success: Type.Boolean(),
  client_id: Type.Integer(),
  auth_token: Type.String({ description: "Token for `Authorization: Bearer …`, valid for 90 days" }),
  favorites,
  email: Type.String(),
});
export type VerifiedClient = Static<typeof VerifiedClient>;

export const ClientSession = Component("ClientSession", {
  client_id: Type.Integer(),
  email: Type.String({ description: "The address that the client has verified" }),
});
export type ClientSession = Static<typeof ClientSession>;

export const FavoriteList = Component("FavoriteList", { favorites });
export type FavoriteList = Static<typeof FavoriteList>;

export const LeadParams = Type.Object({ lead_id: Id() });

export const LeadFavorites = Component("LeadFavorites", {
  total: Type.Integer({ minimum: 0 }),
  items: Type.Array(Component("FavoriteListing", listingLabel)),
});
export type LeadFavorites = Static<typeof LeadFavorites>;

export const SyncFavoritesBody = Type.Object({
  favorites: Type.Array(ListingId(), {
    maxItems: MAX_IDS_PER_REQUEST,
    description: "The device's favorites. Ids of unknown or deleted listings are kept",
  }),
});
export type SyncFavoritesBody = Static<typeof SyncFavoritesBody>;

export const FavoriteParams = Type.Object({ listing_id: ListingId() });
export type FavoriteParams = Static<typeof FavoriteParams>;

export const SourceOfTerms = Type.Object({
  source: Type.String({ minLength: 1, maxLength: 100, description: "The name of a source of listings" }),
});
export type SourceOfTerms = Static<typeof SourceOfTerms>;

const version = Type.String({ minLength: 1, maxLength: 50, description: "The version of the terms" });

export const VowTermsView = Component("VowTermsOfSource", {
  source: Type.String({ description: "The name of the source" }),
  version,
  text: Type.String({ description: "The terms" }),
});
export type VowTermsView = Static<typeof VowTermsView>;

export const VowVersion = Type.Object({ version });
export type VowVersion = Static<typeof VowVersion>;

export const AcceptedVowTerms = Component("AcceptedVowTerms", {
  source: Type.String({ description: "The name of the source" }),
  version,
  accepted_at: Timestamp(),
});
export type AcceptedVowTerms = Static<typeof AcceptedVowTerms>;
