/** The public API of the feature: what other features may use. */
export {
  findSeller,
  getShopName,
  setSeller,
  sellerFile,
  type SellerInFile,
  listSamples,
  listSellerWarnings,
  toSeller,
} from "./seller.ts";
