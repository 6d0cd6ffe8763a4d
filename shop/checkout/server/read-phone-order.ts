import { describeWrongPieces, readTypedPieces } from "#shop/orders/describe-for-owner.ts";
import { MOST_PHONE_ORDER_HOURS, PHONE_ORDER_HOURS } from "#shop/orders/order-links.ts";
import * as v from "valibot";
import { findFieldErrors } from "#contract/field.ts";
import { splitName } from "#contract/person-name.ts";
import { INVALID_EMAIL } from "#contract/person.ts";
import { toPrintable } from "#contract/text.ts";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import { describeWrongState } from "#shop/orders/address-correction.ts";
import { checkoutMessages } from "../checkout.ts";
import { companyInvoiceSchema, contactSchema, shippingAddressSchema } from "#shop/orders/recipient.ts";
import { newOrderSchema, type NewOrder } from "../new-order.ts";
import path from "node:path";
import {
  type FileError,
  formatFileError,
  readOwnerFile,
  strictObject,
} from "#platform/storage/owner-file.ts";

/** All fields of an order taken by phone. */
export interface PhoneOrder {
  payload: NewOrder &
    Required<{
      contact: NonNullable<NewOrder["contact"]>;
      shippingAddress: NonNullable<NewOrder["shippingAddress"]>;
    }>;
  hours: number;
}

/** Reads the owner's typed options or file, as an order or as the list of all its errors. */
export function readPhoneOrder(typed: Typed): {
  order: PhoneOrder | null;
  /** The lines that can be read. */
  items: NewOrder["items"];
  errors: string[];
} {
  const { hours, errors: wrongHours } = readHours(typed["hours"]);
  const { items, errors: wrongLines } = readLines(typed["line"]);
  const payload = { ...toPayload(typed), items };
  const errors = [
    ...listMissing(typed),
    ...findFieldErrors(orderSchema, payload)
      .map(({ path: field, message }) => ({ option: optionOf[field] ?? "line", message }))
      // Missing values are reported by name.
      .filter(({ option, message }) => message !== checkoutMessages.incomplete && !isMissing(typed, option))
      .map(({ option, message }) => `--${option}: ${message}`),
    ...wrongLines,
    ...wrongHours,
  ];
  const order = errors.length > 0 ? null : { payload: v.parse(orderSchema, payload), hours };
  return { order, items, errors };
}

/** The checkout's rules, and a known state, because the tax depends on the state. */
const orderSchema = v.object({
  ...newOrderSchema.entries,
  contact: v.object({
    ...contactSchema.entries,
    email: v.union([v.literal(""), contactSchema.entries.email], INVALID_EMAIL),
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

/** Builds the payload; missing fields are empty texts. */
function toPayload(typed: Typed) {
  const read = (option: string) => (typed[option] ?? "").trim();
  const isForOther = !isMissing(typed, "recipient");
  const { firstName, lastName } = splitName(typed["name"] ?? "");
  return {
    contact: { firstName, lastName, email: read("email"), ...(isForOther && { phoneNumber: read("phone") }) },
    shippingAddress: {
      street: read("street"),
      city: read("city"),
      state: read("state"),
      zipCode: read("pin"),
      phoneNumber: read("recipient-phone") || read("phone"),
      ...(isForOther && { recipient: read("recipient") }),
    },
    ...(isForCompany(typed) && {
      companyInvoice: {
        name: read("company"),
        address: read("company-address"),
        taxCode: read("gstin"),
        email: read("company-email") || read("email"),
      },
    }),
    notes: read("notes"),
    ...(!isMissing(typed, "not-before") && { notBefore: read("not-before") }),
    ...(!isMissing(typed, "cash") && { payInCash: true }),
    ...(!(isMissing(typed, "gift") && isMissing(typed, "card")) && {
      gift: { message: read("card") },
    }),
  };
}

function readLines(typed = "") {
  const lines = typed.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line) => ({ line, pieces: readTypedPieces(line) }));
  return {
    items: read.flatMap(({ pieces }) => pieces ?? []),
    errors: read.filter(({ pieces }) => pieces === null).map(({ line }) => describeWrongPieces(line)),
  };
}

function readHours(typed: string | undefined): { hours: number; errors: string[] } {
  const hours = typed === undefined ? PHONE_ORDER_HOURS : /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  return hours >= 1 && hours <= MOST_PHONE_ORDER_HOURS
    ? { hours, errors: [] }
    : { hours, errors: [`--hours ${typed} is not a number from 1 to ${MOST_PHONE_ORDER_HOURS}.`] };
}

const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** The options of the command in a file, by name; those with several values are lists. */
const fileSchema = (options: readonly string[]) =>
  strictObject(
    Object.fromEntries(
      options.map((option) => [
        option,
        v.optional(
          v.union(
            [
              text,
              v.pipe(
                v.array(text),
                v.transform((lines) => lines.join("\n")),
              ),
            ],
            "is not a text.",
          ),
        ),
      ]),
    ),
    "There is no such option.",
  );

/** Reads the options in a file, or returns its errors. */
export async function readOrderFile(
  file: string,
  options: readonly string[],
): Promise<{ typed: Typed; errors: string[] }> {
  const errors: FileError[] = [];
  const { content } = await readOwnerFile(
    path.dirname(file),
    path.basename(file),
    fileSchema(options),
    errors,
  );
  return { typed: content ?? {}, errors: errors.map(formatFileError) };
}

/** The options by name. */
type Typed = Readonly<Record<string, string | undefined>>;

/** The option for each field of an order. */
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
  ["name", "the customer's name"],
  ["phone", "the number the courier calls"],
  ["street", "house and street"],
  ["city", "the city"],
  ["state", "the state"],
  ["line", "what they want, e.g. teak-tray:1"],
];

const neededByCompany: typeof needed = [
  ["company", "the company's name"],
  ["company-address", "its address"],
  ["gstin", "its GSTIN"],
];

/** Lists the required fields that are missing. */
function listMissing(typed: Typed): string[] {
  const missing = [...needed, ...(isForCompany(typed) ? neededByCompany : [])].filter(([option]) =>
    isMissing(typed, option),
  );
  const hasNoMailbox = isForCompany(typed) && isMissing(typed, "email") && isMissing(typed, "company-email");
  return [
    ...missing.map(([option, what]) => `--${option} is missing: ${what}.`),
    ...(isMissing(typed, "recipient") && !isMissing(typed, "recipient-phone")
      ? ["--recipient is missing: the name of the person with that number."]
      : []),
    ...(hasNoMailbox ? ["--company-email is missing: where the company's invoice goes."] : []),
  ];
}

const isMissing = (typed: Typed, option: string): boolean => toPrintable(typed[option] ?? "") === "";

/** True if the invoice is for a company. */
const isForCompany = (typed: Typed): boolean => neededByCompany.some(([option]) => !isMissing(typed, option));
