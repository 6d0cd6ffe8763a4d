/** The public API of the feature: what other features may use. */
export { openCatalogue, type OpenCatalogue } from "./open-catalogue.ts";
export { SampleSeller } from "./real-seller.ts";
export { auditStock } from "./audit-stock.ts";
export { checkCatalogue, importCatalogue, type ImportReport } from "./import-catalogue.ts";
export { CatalogueErrors, fileErrorText, type FileError } from "./owner-file.ts";
export { changeGoods } from "./catalogue-version.ts";
export { DEFAULT_PAGE_SIZE, findProduct, findSeller, someProducts, taxRatesOf } from "./find-products.ts";
export { type KnownNames, knownNames } from "./known-names.ts";
export { findTitles } from "./find-titles.ts";
export { pictureRef, refreshSnapshot as refreshCatalogue } from "./snapshot.ts";
export {
  availableStock,
  commitStock,
  releaseStock,
  restock,
  type Shortage,
  type StockLine,
  takeStock,
} from "./stock.ts";
