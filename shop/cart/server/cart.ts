/** The door of the cart: what other rooms may use. */
export { bagOf } from "./bag-of.ts";
export { clearCart } from "./clear-cart.ts";
export { takeOrdered } from "./take-ordered.ts";
