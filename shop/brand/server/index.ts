/** The public API of the feature: the exports that other features may use. */
export {
  type BrandInFile,
  brandFile,
  formatBrandFiles,
  headingFontNames,
  readBrandFiles,
  textFontNames,
} from "./brand-file.ts";
export { cleanDrawing, type Drawing } from "./clean-drawing.ts";
export {
  findBrandFile,
  DEFAULT_ORDER_PREFIX,
  findOwnIcon,
  getBrand,
  getFace,
  getOrderPrefix,
  ICONS,
  hasOwnFace,
  setBrand,
  type ShopFace,
  toBrand,
  toSharedDrawing,
} from "./shop-brand.ts";
