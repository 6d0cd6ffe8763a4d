/** The public API of the feature: the exports that other features may use. */
export { listCartContent, clearCart, removeOrderedLines } from "./cart.ts";
