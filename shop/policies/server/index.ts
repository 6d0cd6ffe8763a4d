/** The public API of the feature: the exports that other features may use. */
export {
  getOwnRules,
  getShopRules,
  setOwnRules,
  checkRules,
  formatRulesFile,
  readRulesFile,
} from "./rules-file.ts";
