/** The public API of the feature: what other features may use. */
export {
  findSeller,
  getShopName,
  getTaxRates,
  setSeller,
  sellerFile,
  type SellerInFile,
  listSamples,
  listSellerWarnings,
  toSeller,
} from "./seller.ts";
