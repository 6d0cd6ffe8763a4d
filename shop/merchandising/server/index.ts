/** The public API of the feature: what other features may use. */
export { findSpecialOffer } from "./find-special-offer.ts";
export { setSpecialOffer } from "./set-special-offer.ts";
