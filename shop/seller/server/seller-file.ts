import * as v from "valibot";
import { filledText, numberLike, unconfirmedStatements } from "#platform/owner-file-fields.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";

const grievanceOfficer = v.object({ name: filledText(), email: filledText(), phone: filledText() });

const NO_PERCENT = "is not a number of percent from 0 to 50, with at most two decimals.";

const percent = v.pipe(
  numberLike(NO_PERCENT),
  v.check((given) => given >= 0 && given <= 50 && Number(given.toFixed(2)) === given, NO_PERCENT),
);

export const sellerFile = v.object({
  tradeName: filledText(),
  legalName: filledText(),
  address: v.object({
    street: filledText(),
    city: filledText(),
    state: filledText(),
    zipCode: filledText(),
    country: filledText(),
  }),
  state: filledText(),
  gstin: filledText(),
  phone: filledText(),
  email: filledText(),
  grievanceOfficer,
  jurisdictionCity: filledText(),
  socialLinks: v.array(v.object({ name: filledText(), url: filledText() }), "is not a list of links."),
  taxRates: v.exactOptional(v.object({ cgst: percent, sgst: percent }), { ...TAX_RATES }),
  toConfirm: unconfirmedStatements,
});

export type SellerInFile = v.InferOutput<typeof sellerFile>;
