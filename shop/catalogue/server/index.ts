export {
  changeReviews,
  changeShownContent,
  copySnapshot as copyCatalogue,
  getCatalogueRevision,
  onCatalogueRevision,
  refreshSnapshot as refreshCatalogue,
} from "./snapshot/snapshot.ts";
export {
  countOwnProducts,
  findProductSummary,
  findProducts,
  listNewestProducts,
  listSitemapProducts,
  DEFAULT_PAGE_SIZE,
  findProductRecords,
  type ProductRecord,
  findWithoutWood,
  hasNoSearchMatch,
  markWithoutWood,
} from "./products/find-products.ts";
export { serveFeeds } from "./feeds.ts";
export { checkHsn } from "./products/without-hsn.ts";
export { listLowStock } from "./products/list-command.ts";
export { type KnownNames, getKnownNames } from "./products/known-names.ts";
export { listPicturesToBackUp } from "./shown-pictures.ts";
export { SampleSeller } from "./import/import-catalogue.ts";
export { editProducts } from "./products/edit-products.ts";
