export { deleteAllSaved, listSavedProducts } from "./saved-products.ts";
