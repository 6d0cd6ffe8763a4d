/** The public API of the feature: the exports that other features may use. */
export { deleteAllSaved, listSavedProducts } from "./saved-products.ts";
