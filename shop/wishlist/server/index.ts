/** The public API of the feature: what other features may use. */
export { deleteAllSaved, listSavedProducts } from "./saved-products.ts";
