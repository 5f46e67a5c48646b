/** A first segment of two letters is a state; every other one is a listing (W6). */
export const LISTING = "/homes/:listing_id(^(?![A-Za-z]{2}$).+$)";
