export {
  type BrandInFile,
  brandFile,
  formatBrandFiles,
  headingFontNames,
  readBrandFiles,
  textFontNames,
} from "./brand-file.ts";
export { type Drawing, readDrawing } from "./clean-drawing.ts";
export {
  findBrandFile,
  DEFAULT_ORDER_PREFIX,
  findOwnIcon,
  getBrand,
  getBranding,
  getOrderPrefix,
  ICONS,
  isOwnDrawing,
  hasOwnBrand,
  listOrderPrefixes,
  setBrand,
  type ShopBranding,
  toBrand,
  toSharedDrawing,
} from "./shop-brand.ts";
