export {
  type DatedOffer,
  fillOffer,
  isOfferShown,
  getShownOffer,
  NO_OFFER,
  setSpecialOffer,
} from "./special-offer.ts";
export { cardsFile, homeFile, type HomeInFile, specialOfferFile } from "./home-file.ts";
