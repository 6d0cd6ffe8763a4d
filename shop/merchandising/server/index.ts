export { fillOffer, getShownOffer, NO_OFFER, setSpecialOffer } from "./special-offer.ts";
export {
  homeFile,
  type HomeInFile,
  cardsFile,
  offersFile,
  type OffersInFile,
  type SpecialOfferInFile,
} from "./home-file.ts";
