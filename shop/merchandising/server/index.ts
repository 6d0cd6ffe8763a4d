/** The public API of the feature: what other features may use. */
export { fillOffer, getShownOffer, setSpecialOffer } from "./special-offer.ts";
export { homeFile, type HomeInFile, readHomeFile } from "./home-file.ts";
export { cardsFile, offersFile, type OffersInFile, type SpecialOfferInFile } from "./offers-file.ts";
