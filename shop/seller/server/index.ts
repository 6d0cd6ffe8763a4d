/** The public API of the feature: what other features may use. */
export { findSeller, getTaxRates, setSeller } from "./current-seller.ts";
export { sellerFile, type SellerInFile } from "./seller-file.ts";
export { listSamples, listSellerWarnings } from "./seller-samples.ts";
export { toSeller } from "./to-seller.ts";
