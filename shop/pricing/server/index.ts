/** The public API of the feature: what other features may use. */
export {
  checkTaxes,
  describeTaxChanges,
  findOwnRate,
  getCompanyPlace,
  getTaxRates,
  readTaxes,
  setTaxes,
  type TaxedGoods,
  taxFile,
  type TaxesInFile,
} from "./taxes.ts";
