/** The public API of the feature: what other features may use. */
export { changeShownContent } from "./change-shown-content.ts";
export {
  findProductSummary,
  findProducts,
  listNewestProducts,
  listSitemapProducts,
} from "./products/find-products.ts";
export { DEFAULT_PAGE_SIZE } from "./products/list-products.ts";
export { listLowStock } from "./products/low-stock.ts";
export { findStoragePlaces } from "./products/find-storage-places.ts";
export { findTitles } from "./products/find-titles.ts";
export { type KnownNames, getKnownNames } from "./products/known-names.ts";
export { SampleSeller } from "./import/real-seller.ts";
export {
  getCatalogueRevision,
  onCatalogueRevision,
  refreshSnapshot as refreshCatalogue,
} from "./snapshot/snapshot.ts";
