/** The public API of the feature: what other features may use. */
export { type BrandInFile, formatBrandFiles, readBrandFiles } from "./brand-file.ts";
export {
  findBrandFile,
  findOwnIcon,
  getBrand,
  getFace,
  ICONS,
  hasOwnFace,
  setBrand,
  type ShopFace,
  toBrand,
  toSharedDrawing,
} from "./shop-brand.ts";
