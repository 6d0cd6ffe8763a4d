export { listCartContent, clearCart, removeOrderedLines } from "./cart.ts";
