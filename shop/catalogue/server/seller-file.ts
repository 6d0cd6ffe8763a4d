import * as v from "valibot";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { numberLike, text, toConfirm } from "./product-file.ts";

export const missing = "is missing.";

const grievanceOfficer = v.object({ name: text(missing), email: text(missing), phone: text(missing) });

const NO_PERCENT = "is not a number of percent from 0 to 50, with at most two decimals.";

const percent = v.pipe(
  numberLike(NO_PERCENT),
  v.check((given) => given >= 0 && given <= 50 && Number(given.toFixed(2)) === given, NO_PERCENT),
);

export const sellerFile = v.object({
  tradeName: text(missing),
  legalName: text(missing),
  address: v.object({
    street: text(missing),
    city: text(missing),
    state: text(missing),
    zipCode: text(missing),
    country: text(missing),
  }),
  state: text(missing),
  gstin: text(missing),
  phone: text(missing),
  email: text(missing),
  grievanceOfficer,
  jurisdictionCity: text(missing),
  socialLinks: v.array(v.object({ name: text(missing), url: text(missing) }), "is not a list of links."),
  taxRates: v.exactOptional(v.object({ cgst: percent, sgst: percent }), { ...TAX_RATES }),
  toConfirm,
});
