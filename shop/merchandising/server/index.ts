/** The public API of the feature: the exports that other features may use. */
export { fillOffer, getShownOffer, setSpecialOffer } from "./special-offer.ts";
export {
  homeFile,
  type HomeInFile,
  readHomeFile,
  cardsFile,
  offersFile,
  type OffersInFile,
  type SpecialOfferInFile,
} from "./home-file.ts";
