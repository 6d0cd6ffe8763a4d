/** The public API of the feature: what other features may use. */
export {
  getOwnRules,
  getShopRules,
  setOwnRules,
  checkRules,
  formatRulesFile,
  readRulesFile,
} from "./rules-file.ts";
