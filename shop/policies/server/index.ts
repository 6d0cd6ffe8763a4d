export {
  getOwnRules,
  getShopRules,
  setOwnRules,
  checkRules,
  formatRulesFile,
  readRulesFile,
} from "./rules-file.ts";
