/** The public API of the feature: what other features may use. */
export { findSpecialOffer } from "./find-special-offer.ts";
export { offersFile, type OffersInFile, type SpecialOfferInFile } from "./offers-file.ts";
export { setSpecialOffer } from "./set-special-offer.ts";
