import * as v from "valibot";
import { filledText, numberLike, unconfirmedStatements } from "#platform/storage/owner-file.ts";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { findGstinError, findGstinState, normaliseGstin } from "#shop/pricing/gstin.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { isSample } from "../seller.ts";

const emailAddress = v.pipe(
  filledText(),
  v.check((given) => isSample(given) || v.is(v.pipe(v.string(), v.email()), given), "is no e-mail address."),
);

/** It decides between IGST and CGST with SGST, so a misspelt one would tax every order wrongly. */
const indianState = v.pipe(
  filledText(),
  v.transform((given) => findIndianState(given)?.name ?? given),
  v.check(
    (given) => isSample(given) || findIndianState(given) !== null,
    ({ input }) => `"${input}" is no state of India. Write it out, like Gujarat or Tamil Nadu.`,
  ),
);

const gstin = v.pipe(
  filledText(),
  v.transform((given) => (isSample(given) ? given : normaliseGstin(given))),
  v.check(
    (given) => isSample(given) || findGstinError(given) === null,
    ({ input }) => findGstinError(input) ?? "",
  ),
);

const grievanceOfficer = v.object({ name: filledText(), email: emailAddress, phone: filledText() });

const NO_PERCENT = "is not a number of percent from 0 to 50, with at most two decimals.";

const NOT_EQUAL = "holds two rates that differ: CGST and SGST are the halves of one rate, write both alike.";

const percent = v.pipe(
  numberLike(NO_PERCENT),
  v.check((given) => given >= 0 && given <= 50 && Number(given.toFixed(2)) === given, NO_PERCENT),
);

const fields = v.object({
  tradeName: filledText(),
  legalName: filledText(),
  address: v.pipe(
    v.object({
      street: filledText(),
      city: filledText(),
      state: indianState,
      zipCode: filledText(),
      country: filledText(),
    }),
    v.forward(
      v.partialCheck(
        [["zipCode"], ["state"]],
        ({ zipCode, state }) => describePinMismatch(zipCode, state) === null,
        ({ input }) => `${describePinMismatch(input.zipCode, input.state)}.`,
      ),
      ["zipCode"],
    ),
  ),
  state: indianState,
  gstin,
  phone: filledText(),
  email: emailAddress,
  grievanceOfficer,
  jurisdictionCity: filledText(),
  socialLinks: v.array(v.object({ name: filledText(), url: filledText() }), "is not a list of links."),
  taxRates: v.exactOptional(
    v.pipe(
      v.object({ cgst: percent, sgst: percent }),
      v.check(({ cgst, sgst }) => cgst === sgst, NOT_EQUAL),
    ),
    { ...TAX_RATES },
  ),
  toConfirm: unconfirmedStatements,
});

/** Who sells. The state decides which taxes an invoice has, so it has to be the one of the GSTIN. */
export const sellerFile = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [["gstin"], ["state"]],
      ({ gstin: given, state }) =>
        isSample(given) || isSample(state) || findGstinState(given)?.name === state,
      ({ input }) =>
        `is registered in ${findGstinState(input.gstin)?.name ?? "no state"}, but "state" says ${input.state}.`,
    ),
    ["gstin"],
  ),
);

export type SellerInFile = v.InferOutput<typeof sellerFile>;
