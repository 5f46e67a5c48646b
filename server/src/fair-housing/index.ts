export { findProtectedTerms, type ProtectedTerm } from "./find-terms.ts";
export type { PlaceNames } from "./names.ts";
export { protectedTermsIn, refuseProtectedTerms } from "./refuse-terms.ts";
export { type ProtectedCategory, protectedCategories } from "./term-group.ts";
