/** The door of the cart: what other rooms may use. */
export { listCartContent } from "./cart-content.ts";
export { clearCart } from "./clear-cart.ts";
export { removeOrderedLines } from "./remove-ordered.ts";
