/** The public API of the feature: the exports that other features may use. */
export {
  checkTaxes,
  describeTaxChanges,
  findOwnRate,
  findRateChange,
  getCompanyPlace,
  getRate,
  getTaxRates,
  readTaxes,
  setTaxes,
  type TaxedProduct,
  type Taxes,
  taxFile,
  type TaxesInFile,
} from "./taxes.ts";
