/** The public API of the feature: what other features may use. */
export { listCartContent } from "./cart-content.ts";
export { clearCart } from "./clear-cart.ts";
export { removeOrderedLines } from "./remove-ordered.ts";
