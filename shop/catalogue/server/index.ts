/** The public API of the feature: what other features may use. */
export {
  changeReviews,
  changeShownContent,
  getCatalogueRevision,
  onCatalogueRevision,
  refreshSnapshot as refreshCatalogue,
} from "./snapshot/snapshot.ts";
export {
  findProductSummary,
  findProducts,
  listNewestProducts,
  listSitemapProducts,
  DEFAULT_PAGE_SIZE,
  findPackedPieces,
  findStoragePlaces,
  type PackedPiece,
  findTitles,
} from "./products/find-products.ts";
export { serveFeeds } from "./feeds.ts";
export { listLowStock } from "./products/low-stock.ts";
export { type KnownNames, getKnownNames } from "./products/known-names.ts";
export { SampleSeller } from "./import/import-catalogue.ts";
