/** The door of the room: what other rooms may use. */
export { setSpecialOffer } from "./set-special-offer.ts";
