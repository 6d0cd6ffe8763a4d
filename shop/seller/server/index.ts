/** The public API of the feature: the exports that other features may use. */
export {
  type Courier,
  couriersFile,
  getOwnCouriers,
  isHttps,
  setOwnCouriers,
  declarationsInFile,
  sharedDeclarations,
  findSeller,
  getShopName,
  setSeller,
  sellerFile,
  type SellerInFile,
  listSamples,
  listSellerWarnings,
  toSeller,
} from "./seller.ts";
