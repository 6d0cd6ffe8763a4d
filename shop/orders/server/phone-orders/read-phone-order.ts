import * as v from "valibot";
import { findFieldErrors } from "#contract/field.ts";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import { describeWrongState } from "../../address-correction.ts";
import { checkoutMessages } from "../../checkout.ts";
import { companyInvoiceSchema, contactSchema, shippingAddressSchema } from "../../checkout-fields.ts";
import { newOrderSchema, type NewOrder } from "../../new-order.ts";
import { MOST_PHONE_ORDER_HOURS, PHONE_ORDER_HOURS } from "../../phone-order.ts";
import { describeWrongPieces, readTypedPieces } from "../typed-pieces.ts";

/** Options by their names. */
export type Typed = Readonly<Record<string, string | undefined>>;

/** An order as the customer said it on the phone; every field of it is there. */
export interface PhoneOrder {
  payload: NewOrder &
    Required<{
      contact: NonNullable<NewOrder["contact"]>;
      shippingAddress: NonNullable<NewOrder["shippingAddress"]>;
    }>;
  hours: number;
}

/** What the owner has typed or written into the file, as an order or as all that is wrong with it. */
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
      // What is missing is said by its name, and one address is not said twice.
      .filter(({ message }) => message !== checkoutMessages.incomplete)
      .filter(({ path: field }) => field !== "companyInvoice.email" || typed["company-email"] !== undefined)
      .map(({ path: field, message }) => `${optionOf[field] ?? "--line"}: ${message}`),
    ...wrongLines,
    ...wrongHours,
  ];
  const order = errors.length > 0 ? null : { payload: v.parse(orderSchema, payload), hours };
  return { order, items, errors };
}

/** The checkout's own rules, and a state of the list: the tax depends on it, and no one sees a form. */
const orderSchema = v.object({
  ...newOrderSchema.entries,
  contact: contactSchema,
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

const optionOf: Readonly<Record<string, string>> = {
  "contact.firstName": "--name",
  "contact.lastName": "--name",
  "contact.email": "--email",
  shippingAddress: "--state",
  "shippingAddress.street": "--street",
  "shippingAddress.city": "--city",
  "shippingAddress.state": "--state",
  "shippingAddress.zipCode": "--pin",
  "shippingAddress.phoneNumber": "--phone",
  "companyInvoice.name": "--company",
  "companyInvoice.address": "--company-address",
  "companyInvoice.taxCode": "--gstin",
  "companyInvoice.email": "--company-email",
  notes: "--notes",
};

const needed: readonly (readonly [option: string, what: string])[] = [
  ["email", "the customer's e-mail address"],
  ["name", "first and last name"],
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

function listMissing(typed: Typed): string[] {
  const isMissing = (option: string) => (typed[option] ?? "").trim() === "";
  const isForCompany = neededByCompany.some(([option]) => !isMissing(option));
  const missing = [...needed, ...(isForCompany ? neededByCompany : [])].filter(([option]) =>
    isMissing(option),
  );
  const isFirstNameOnly = !isMissing("name") && splitName(typed["name"]).lastName === "";
  return [
    ...missing.map(([option, what]) => `--${option} is missing: ${what}.`),
    ...(isFirstNameOnly ? ["--name: write first and last name."] : []),
  ];
}

/** Empty texts where something is missing. */
function toPayload(typed: Typed) {
  const read = (option: string) => (typed[option] ?? "").trim();
  const { firstName, lastName } = splitName(typed["name"]);
  const isForCompany = neededByCompany.some(([option]) => read(option) !== "");
  return {
    contact: { firstName, lastName, email: read("email") },
    shippingAddress: {
      street: read("street"),
      city: read("city"),
      state: read("state"),
      zipCode: read("pin"),
      phoneNumber: read("phone"),
    },
    ...(isForCompany && {
      companyInvoice: {
        name: read("company"),
        address: read("company-address"),
        taxCode: read("gstin"),
        email: read("company-email") || read("email"),
      },
    }),
    notes: read("notes"),
  };
}

/** The last word is the last name. */
function splitName(typed = ""): { firstName: string; lastName: string } {
  const words = typed.trim().split(/\s+/);
  return {
    firstName: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    lastName: words.slice(1).at(-1) ?? "",
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
