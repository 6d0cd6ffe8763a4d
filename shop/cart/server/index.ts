/** The public API of the feature: what other features may use. */
export { listCartContent, clearCart, removeOrderedLines } from "./cart.ts";
