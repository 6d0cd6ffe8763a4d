import { describeWrongPieces, readPieces } from "#platform/operator/command-values.ts";
import { MAX_PHONE_ORDER_HOURS, PHONE_ORDER_HOURS } from "#shop/orders/order-links.ts";
import * as v from "valibot";
import { findFieldErrors } from "#contract/field.ts";
import { fromRupees, toRupees } from "#contract/money.ts";
import { parseCount } from "#contract/number.ts";
import { splitName } from "#contract/person-name.ts";
import { ENTER_EMAIL } from "#contract/person.ts";
import { toPrintable } from "#contract/text.ts";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import { describeWrongState } from "#shop/orders/address-correction.ts";
import { checkoutMessages } from "../checkout.ts";
import { companyInvoiceSchema, contactSchema, shippingAddressSchema } from "#shop/documents/recipient.ts";
import type { Coupon } from "#shop/pricing/coupon.ts";
import { newOrderSchema, type NewOrder } from "../new-order.ts";

interface Fault {
  option: string;
  message: string;
}

export interface PhoneOrder {
  payload: NewOrder &
    Required<{
      contact: NonNullable<NewOrder["contact"]>;
      shippingAddress: NonNullable<NewOrder["shippingAddress"]>;
    }>;
  hours: number;
}

export function readPhoneOrder(input: OptionValues): {
  order: PhoneOrder | null;
  items: NewOrder["items"];
  /** Replaces the shop's coupon. Null if the owner gives no discount. */
  discount: Coupon | null;
  errors: Fault[];
} {
  const hours = readHours(input["hours"]);
  const discount = readDiscount(input["discount"]);
  const { items, errors: wrongLines } = readLines(input["line"]);
  const payload = { ...toPayload(input), items };
  const errors: Fault[] = [
    ...listMissing(input),
    ...findFieldErrors(orderSchema, payload)
      .map(({ path: field, message }) => ({ option: optionOf[field] ?? "line", message }))
      // `listMissing` already reports missing values.
      .filter(({ option, message }) => message !== checkoutMessages.incomplete && !isMissing(input, option)),
    ...wrongLines.map((message) => ({ option: "line", message })),
    ...(discount === undefined ? [{ option: "discount", message: ENTER_DISCOUNT }] : []),
    ...(hours === null ? [{ option: "hours", message: ENTER_HOURS }] : []),
  ];
  const order =
    errors.length > 0 || hours === null ? null : { payload: v.parse(orderSchema, payload), hours };
  return { order, items, discount: discount ?? null, errors };
}

/**
 * Validates an order as the checkout does. But the e-mail address may be empty, and the state must be Indian,
 * because the GST depends on the state.
 */
const orderSchema = v.object({
  ...newOrderSchema.entries,
  contact: v.object({
    ...contactSchema.entries,
    email: v.pipe(
      v.string(),
      v.check((text) => text === "" || v.is(contactSchema.entries.email, text), ENTER_EMAIL),
      v.union([v.literal(""), contactSchema.entries.email]),
    ),
  }),
  shippingAddress: v.pipe(
    shippingAddressSchema,
    v.check(
      ({ state }) => state === "" || findIndianState(state) !== null,
      ({ input }) => describeWrongState(input.state),
    ),
    v.transform((address) => ({ ...address, state: findIndianState(address.state)?.name ?? address.state })),
  ),
  companyInvoice: v.optional(companyInvoiceSchema),
});

function toPayload(input: OptionValues) {
  const readOption = (option: string) => (input[option] ?? "").trim();
  const isForOther = !isMissing(input, "recipient");
  const { firstName, lastName } = splitName(input["name"] ?? "");
  return {
    contact: {
      firstName,
      lastName,
      email: readOption("email"),
      ...(isForOther && { phoneNumber: readOption("phone") }),
    },
    shippingAddress: {
      street: readOption("street"),
      city: readOption("city"),
      state: readOption("state"),
      zipCode: readOption("pin"),
      phoneNumber: readOption("recipient-phone") || readOption("phone"),
      ...(isForOther && { recipient: readOption("recipient") }),
    },
    ...(isForCompany(input) && {
      companyInvoice: {
        name: readOption("company"),
        address: readOption("company-address"),
        taxCode: readOption("gstin"),
        email: readOption("company-email") || readOption("email"),
      },
    }),
    notes: readOption("notes"),
    ...(!isMissing(input, "not-before") && { notBefore: readOption("not-before") }),
    ...(!isMissing(input, "cash") && { payInCash: true }),
    ...(!(isMissing(input, "gift") && isMissing(input, "card")) && {
      gift: { message: readOption("card") },
    }),
  };
}

function readLines(text = "") {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const parsed = lines.map((line) => ({ line, pieces: readPieces(line) }));
  return {
    items: parsed.flatMap(({ pieces }) => pieces ?? []),
    errors: parsed.filter(({ pieces }) => pieces === null).map(({ line }) => describeWrongPieces(line)),
  };
}

function readHours(text: string | undefined): number | null {
  const hours = text === undefined ? PHONE_ORDER_HOURS : (parseCount(text) ?? 0);
  return hours >= 1 && hours <= MAX_PHONE_ORDER_HOURS ? hours : null;
}

const ENTER_HOURS = `Enter the hours, from 1 to ${MAX_PHONE_ORDER_HOURS}.`;

/**
 * Reads a discount in rupees, or in percent of the price of the pieces with GST: `200`, `₹1,500` or `10 %`. Returns
 * null without a value, and undefined for an invalid value.
 */
function readDiscount(text: string | undefined): Coupon | null | undefined {
  if (text === undefined) return null;
  const percent = Number(/^(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(text.trim())?.[1] ?? Number.NaN);
  if (percent <= 100) return { name: "Discount", percent };
  const paise = fromRupees(text);
  return paise === null ? undefined : { name: "Discount", amount: toRupees(paise) };
}

const ENTER_DISCOUNT = "Enter rupees, for example 200, or up to 100 percent, for example 10%.";

type OptionValues = Readonly<Record<string, string | undefined>>;

const optionOf: Readonly<Record<string, string>> = {
  "contact.firstName": "name",
  "contact.lastName": "name",
  "contact.email": "email",
  shippingAddress: "state",
  "shippingAddress.street": "street",
  "shippingAddress.city": "city",
  "shippingAddress.state": "state",
  "shippingAddress.zipCode": "pin",
  "shippingAddress.phoneNumber": "phone",
  "shippingAddress.recipient": "recipient",
  "contact.phoneNumber": "phone",
  notBefore: "not-before",
  "companyInvoice.name": "company",
  "companyInvoice.address": "company-address",
  "companyInvoice.taxCode": "gstin",
  "companyInvoice.email": "company-email",
  notes: "notes",
  "gift.message": "card",
};

const needed: readonly (readonly [option: string, what: string])[] = [
  ["name", "enter the customer's name"],
  ["phone", "enter the phone number for the courier"],
  ["street", "enter house and street"],
  ["city", "enter the city"],
  ["state", "choose the state"],
  ["line", "enter the pieces, for example teak-tray:1"],
];

const neededForCompany: typeof needed = [
  ["company", "enter the company's name"],
  ["company-address", "enter the company's address"],
  ["gstin", "enter the company's GSTIN"],
];

const NEEDED_RECIPIENT = ["recipient", "enter the name of the recipient with this phone number"] as const;
const NEEDED_MAILBOX = ["company-email", "enter the e-mail address for the company's invoice"] as const;

const listMissing = (input: OptionValues): Fault[] =>
  [
    ...needed,
    ...(isForCompany(input) ? neededForCompany : []),
    ...(isMissing(input, "recipient-phone") ? [] : [NEEDED_RECIPIENT]),
    ...(isForCompany(input) && isMissing(input, "email") ? [NEEDED_MAILBOX] : []),
  ]
    .filter(([option]) => isMissing(input, option))
    .map(([option, description]) => ({ option, message: `Please ${description}.` }));

const isMissing = (input: OptionValues, option: string): boolean => toPrintable(input[option] ?? "") === "";

const isForCompany = (input: OptionValues): boolean =>
  neededForCompany.some(([option]) => !isMissing(input, option));
