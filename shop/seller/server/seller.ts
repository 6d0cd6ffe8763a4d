import * as v from "valibot";
import { email, ENTER_EMAIL } from "#contract/person.ts";
import { toLatinDigits } from "#contract/text.ts";
import { type Context, defineState } from "#platform/context.ts";
import {
  filledText,
  numberLike,
  rupees,
  shortText,
  someRupees,
  strictObject,
  unconfirmedStatements,
  wholeNumber,
  type FileError,
  listUnconfirmed,
} from "#platform/storage/owner-file.ts";
import { DEFAULT_NAME } from "#shop/brand/brand.ts";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import { describePinMismatch, ENTER_PIN, isPinCode, readZipCode } from "#shop/addresses/pin-codes.ts";
import { findGstinError, findGstinState, normaliseGstin } from "#shop/pricing/gstin.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { isPhone, NO_PHONE } from "../phone.ts";
import { type Seller, isSample, isFilledIn, findSamples } from "../seller.ts";

/** The couriers with their tracking URLs. The tracking number replaces `{number}`. */
export const couriersFile = v.array(
  strictObject({
    name: v.pipe(v.string("is missing."), v.trim(), v.nonEmpty("is missing.")),
    link: v.pipe(
      v.string("is missing."),
      v.check(
        (link) => isHttps(link.replaceAll("{number}", "1")),
        "is not an https address. Write it like https://courier.example/track/{number}.",
      ),
    ),
  }),
  "is not a list. Write the couriers between [ and ].",
);

type Courier = v.InferOutput<typeof couriersFile>[number];

export const isHttps = (link: string): boolean => URL.parse(link)?.protocol === "https:";

export const { get: getOwnCouriers, set: setOwnCouriers } = defineState<readonly Courier[]>(
  "seller.couriers",
  [],
);

const sellerState = defineState<Seller | null | undefined>("seller", undefined);

export const setSeller = sellerState.set;

/** Returns the seller; null if no seller was imported. @throws Error if the catalogue has not loaded the seller yet */
export function findSeller(context: Context): Seller | null {
  const seller = sellerState.get(context);
  if (seller === undefined) throw new Error("The seller is not loaded yet: open the catalogue first.");
  return seller;
}

export const getShopName = (context: Context): string => sellerState.get(context)?.tradeName ?? DEFAULT_NAME;

/** Checks a value unless it is a sample that the owner must replace. */
const unlessSample = (
  isValid: (value: string) => boolean,
  message: string | ((issue: { input: string }) => string),
) => v.check((value: string) => isSample(value) || isValid(value), message);

const emailAddress = v.pipe(
  filledText(),
  unlessSample((value) => v.is(email, value), ENTER_EMAIL),
);

const LONGEST_NAME = 100;
const LONGEST_LINE = 200;

const pinCode = v.pipe(filledText(), v.transform(readZipCode), unlessSample(isPinCode, ENTER_PIN));

/** Pages link to the number, and links need Latin digits. */
const phoneNumber = v.pipe(
  shortText(LONGEST_NAME),
  v.transform(toLatinDigits),
  unlessSample(isPhone, NO_PHONE),
);

const indianState = v.pipe(
  filledText(),
  v.transform((value) => findIndianState(value)?.name ?? value),
  unlessSample(
    (value) => findIndianState(value) !== null,
    ({ input }) => `"${input}" is not a state of India. Write the full name, like Gujarat or Tamil Nadu.`,
  ),
);

const gstin = v.pipe(
  filledText(),
  v.transform((value) => (isSample(value) ? value : normaliseGstin(value))),
  unlessSample(
    (value) => findGstinError(value) === null,
    ({ input }) => findGstinError(input) ?? "",
  ),
);

const grievanceOfficer = strictObject({
  name: shortText(LONGEST_NAME),
  email: emailAddress,
  phone: phoneNumber,
});

const MAX_PIECES = 1000;

const NO_PIECES = `is not a whole number of pieces from 1 to ${MAX_PIECES}.`;

/** `range` describes the valid values in the error message. */
function percentage(range: string, isInRange: (value: number) => boolean) {
  const message = `must be a percentage ${range}, with at most two decimals.`;
  return v.pipe(
    numberLike(message),
    v.check((value) => isInRange(value) && Number(value.toFixed(2)) === value, message),
  );
}

const percent = percentage("from 0 to 50", (value) => value >= 0 && value <= 50);

const coupon = v.pipe(
  strictObject({
    name: v.pipe(filledText(), v.maxLength(20, "is longer than 20 characters.")),
    amount: v.exactOptional(someRupees),
    percent: v.exactOptional(percentage("above 0 and up to 90", (value) => value > 0 && value <= 90)),
    from: v.exactOptional(rupees),
  }),
  v.check(
    ({ amount, percent: share }) => (amount === undefined) !== (share === undefined),
    "Enter an amount or a percentage, not both.",
  ),
  v.forward(
    v.check(
      ({ amount, from }) => amount === undefined || from === undefined || from === 0 || amount < from,
      "must be less than the amount from which the coupon applies. Otherwise such an order costs nothing.",
    ),
    ["amount"],
  ),
);

/** The facts about a product that the law requires. The owner sets them for each product, or once for all products. */
export const declarationsInFile = {
  finish: v.exactOptional(shortText(200)),
  origin: v.exactOptional(shortText(60)),
  pieces: v.exactOptional(v.pipe(wholeNumber(1, NO_PIECES), v.maxValue(MAX_PIECES, NO_PIECES))),
  manufacturer: v.exactOptional(shortText(300)),
};

export const sharedDeclarations = strictObject(declarationsInFile);

const fields = strictObject({
  tradeName: shortText(LONGEST_NAME),
  legalName: shortText(LONGEST_LINE),
  address: v.pipe(
    strictObject({
      street: shortText(LONGEST_LINE),
      city: shortText(LONGEST_NAME),
      state: indianState,
      zipCode: pinCode,
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
  phone: phoneNumber,
  email: emailAddress,
  grievanceOfficer,
  jurisdictionCity: shortText(LONGEST_NAME),
  goods: v.exactOptional(sharedDeclarations),
  socialLinks: v.array(
    strictObject({ name: filledText(), url: filledText() }),
    "is not a list. Write the links between [ and ].",
  ),
  taxRates: v.exactOptional(
    v.pipe(
      strictObject({ cgst: percent, sgst: percent }),
      v.check(
        ({ cgst, sgst }) => cgst === sgst,
        "contains two different rates. CGST and SGST are halves of one rate and must be equal.",
      ),
    ),
    { ...TAX_RATES },
  ),
  coupon: v.exactOptional(v.nullable(coupon)),
  toConfirm: unconfirmedStatements,
});

/** The state must match the GSTIN, because the state decides the taxes on invoices. */
export const sellerFile = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [["gstin"], ["state"]],
      ({ gstin: value, state }) =>
        isSample(value) || isSample(state) || findGstinState(value)?.name === state,
      ({ input }) =>
        `is registered in ${findGstinState(input.gstin)?.name ?? "no state"}, but the address is in ${input.state}. Correct one of the two.`,
    ),
    ["gstin"],
  ),
);

export type SellerInFile = v.InferOutput<typeof sellerFile>;

/** Returns the seller's public data. Keeps sample values (D103); omits optional parts with `REPLACE:` values (D88). */
export function toSeller(file: SellerInFile): Seller {
  const { tradeName, phone, email, legalName, address, state, gstin, grievanceOfficer } = file;
  const isComplete = (part: Record<string, string>) => Object.values(part).every(isFilledIn);
  return {
    tradeName,
    phone,
    email,
    socialLinks: file.socialLinks.filter(({ url }) => isFilledIn(url)),
    // Data that an earlier version imported has no tax rates.
    taxRates: { ...(file.taxRates ?? TAX_RATES), ...(file.coupon !== undefined && { coupon: file.coupon }) },
    ...(isFilledIn(legalName) && { legalName }),
    ...(isComplete(address) && { address }),
    ...(isFilledIn(state) && { state }),
    ...(isFilledIn(gstin) && { gstin }),
    ...(isComplete(grievanceOfficer) && { grievanceOfficer }),
    ...(isFilledIn(file.jurisdictionCity) && { jurisdictionCity: file.jurisdictionCity }),
  };
}

/** Returns warnings about sample data in the file (D88), and about claims that the owner must confirm. */
export function listSellerWarnings(seller: SellerInFile): FileError[] {
  const file = "seller.json";
  const samples = listSamples(seller).map(([field, value]) => ({
    file,
    where: "",
    field,
    message: `is still a sample: "${value}".`,
    isSample: true as const,
  }));
  return [...samples, ...listUnconfirmed(file, "", seller.toConfirm)];
}

export const listSamples = ({ toConfirm: _statements, ...sellerFacts }: SellerInFile) =>
  findSamples(sellerFacts);
