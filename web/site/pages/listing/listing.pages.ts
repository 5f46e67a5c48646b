import { questionSentPages, tourSentPage } from "./form-sent.page.tsx";
import { listingPages } from "./listing.page.tsx";
import { tourPage } from "./tour.page.tsx";

/** The pages of a home. */
export const homeOfferPages = [...listingPages, tourPage, tourSentPage, ...questionSentPages];
