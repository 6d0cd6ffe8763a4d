/** The public API of the feature: what other features may use. */
export { changeShownContent } from "./change-shown-content.ts";
export {
  DEFAULT_PAGE_SIZE,
  findProduct,
  findSeller,
  listSomeProducts,
  getTaxRates,
} from "./find-products.ts";
export { findTitles } from "./find-titles.ts";
export { type KnownNames, getKnownNames } from "./known-names.ts";
export { SampleSeller } from "./real-seller.ts";
export { refreshSnapshot as refreshCatalogue } from "./snapshot.ts";
