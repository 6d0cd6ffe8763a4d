/** The public API of the feature: what other features may use. */
export { getOwnRules, getShopRules, setOwnRules } from "./shop-rules.ts";
export { checkRules, formatRulesFile, readRulesFile } from "./rules-file.ts";
