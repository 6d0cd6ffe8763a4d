import * as v from "valibot";
import { tenDigits } from "#contract/field.ts";
import { MAX_QUANTITY } from "#shop/inventory/stock.ts";

/** The longest order: so many different products (security §5). */
export const MAX_LINES = 50;

/** Who holds so many unpaid orders pays or lets one go before placing another. */
export const MAX_UNPAID_ORDERS = 5;

export const SHIPPING_COUNTRY = "India";

/** Where the checkout ships to (§9). */
export const shippingCities: Readonly<Record<string, readonly string[]>> = {
  Maharashtra: ["Mumbai", "Pune", "Nagpur"],
  Gujarat: ["Ahmedabad", "Surat", "Vadodara"],
  Karnataka: ["Bengaluru", "Mysuru", "Mangaluru"],
  Delhi: ["New Delhi"],
};

/** The states to choose from; a saved one outside the list is offered as well (D62). */
export const statesWith = (saved?: string): string[] => withExtra(Object.keys(shippingCities), saved);

/** The cities of a state; a saved one outside the list is offered as well (D62). */
export const citiesWith = (state: string, saved?: string): string[] =>
  withExtra(shippingCities[state] ?? [], saved);

const withExtra = (list: readonly string[], extra?: string) =>
  extra && !list.includes(extra) ? [...list, extra] : [...list];

/** What must be filled in at the checkout. The zip code is hinted at, never required (§5, D64). */
export const requiredCheckoutFields = [
  "firstName",
  "lastName",
  "email",
  "street",
  "state",
  "city",
  "phoneNumber",
] as const;

export type RequiredCheckoutField = (typeof requiredCheckoutFields)[number];

/** The required fields that are still empty, in the order of the form. */
export const missingCheckoutFields = (
  form: Readonly<Partial<Record<RequiredCheckoutField, string>>>,
): RequiredCheckoutField[] => requiredCheckoutFields.filter((field) => !form[field]?.trim());

export const checkoutMessages = {
  incomplete: "Please complete all required fields.",
  failed: "Failed to place order. Please try again.",
  placed: "Order placed successfully!",
  orderedAlready: "You have placed this order already. What you changed since is not part of it.",
  orderCancelled:
    "The order you placed with this cart was cancelled or lapsed unpaid. Nothing new has been ordered.",
  emptyCart: "Your cart is empty",
  cartChanged: "Your bag was changed elsewhere. Please review it; nothing has been ordered.",
  pricesChanged: "Prices in your bag have changed. Please review them.",
  shortage: "Some items are no longer available in the quantity you asked for.",
  holdTooLarge:
    "These are among the last pieces, and one order can hold only a part of them until it is paid. You can order more once it is.",
  lapsedTooOften:
    "Several orders for these pieces were not paid in time. Please leave them out for now, order them tomorrow, or write to us and we will help.",
  tooManyHolds:
    "Several orders for our last pieces are still unpaid. Please pay for one of them, or try again later.",
  zipHint: "A PIN code has 6 digits and does not start with 0. The order goes through without it too.",
  unauthenticated: "Authentication required. Please log in.",
} as const;

/** `Acacia Bowl: 2 left. Teak Tray: sold out.` The pieces behind a refusal `shortage`, as far as it names them. */
export function shortageText(
  details: unknown,
  items: readonly { productId: string; title: string }[],
): string {
  return namedPieces(details, items)
    .map(({ title, available }) => `${title}: ${available ? `${available} left` : "sold out"}.`)
    .join(" ");
}

function namedPieces(details: unknown, items: readonly { productId: string; title: string }[]) {
  const pieces = Array.isArray(details) ? (details as Partial<Shortage>[]) : [];
  return pieces.flatMap(({ productId, available }) => {
    const title = items.find((item) => item.productId === productId)?.title;
    return title === undefined ? [] : { title, available };
  });
}

/** `Acacia Bowl: up to 5 now.` The pieces behind a refusal `hold_too_large`, as far as it names them. */
export function holdText(details: unknown, items: readonly { productId: string; title: string }[]): string {
  return namedPieces(details, items)
    .map(({ title, available }) =>
      available
        ? `${title}: up to ${available} now.`
        : `${title}: please pay for those you have ordered first.`,
    )
    .join(" ");
}

interface Shortage {
  productId: string;
  available: number;
}

const text = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(longest, `This can be up to ${longest} characters long.`));
const required = (longest: number) => v.pipe(text(longest), v.nonEmpty(checkoutMessages.incomplete));

/** Where an order goes. `phoneNumber` falls back to the profile's (D63). */
export const shippingAddressSchema = v.object({
  street: required(200),
  city: required(80),
  state: required(80),
  zipCode: v.optional(text(12), ""),
  country: v.optional(text(60), SHIPPING_COUNTRY),
  phoneNumber: v.optional(v.pipe(text(20), tenDigits), ""),
});

/** The name and e-mail address typed at the checkout (D61). */
export const contactSchema = v.object({
  firstName: required(60),
  lastName: required(60),
  email: v.pipe(required(254), v.email("Invalid email format")),
});

/** Whom the invoice is made out to; required in full once the box is ticked (§5, D61). */
export const companyInvoiceSchema = v.object({
  address: required(300),
  name: required(120),
  taxCode: required(30),
  email: v.pipe(required(254), v.email("Invalid email format")),
});

/** A product by its id, or as the populated object an older page sends (D20). */
const productIdSchema = v.pipe(
  v.union([
    v.string(),
    v.object({ _id: v.string(), id: v.optional(v.string()) }),
    v.object({ _id: v.optional(v.string()), id: v.string() }),
  ]),
  v.transform((given) => (typeof given === "string" ? given : (given._id ?? given.id ?? ""))),
  v.trim(),
  v.nonEmpty("Which product?"),
  v.maxLength(120, "There is no such product."),
);

const quantityMessage = `A quantity is a whole number from 1 to ${MAX_QUANTITY}.`;

const orderItemSchema = v.object({
  productId: productIdSchema,
  quantity: v.pipe(
    v.number(quantityMessage),
    v.integer(quantityMessage),
    v.minValue(1, quantityMessage),
    v.maxValue(MAX_QUANTITY, quantityMessage),
  ),
  /** Rupees, as the customer saw them: evidence, never input (D3). */
  price: v.optional(v.nullable(v.union([v.number(), v.string()]))),
});

/** What POST /api/orders takes (§3, D61). `totalAmount` may be sent and is ignored (D3). */
export const newOrderSchema = v.object({
  userId: v.optional(v.string()),
  selectedAddressId: v.optional(v.nullable(v.string())),
  items: v.optional(
    v.pipe(
      v.array(orderItemSchema),
      v.maxLength(MAX_LINES, `An order can hold up to ${MAX_LINES} products.`),
    ),
    [],
  ),
  totalAmount: v.optional(v.unknown()),
  /** In percent, as the customer saw them: like the prices evidence, never input (D3, D8). */
  shownTaxRates: v.optional(v.nullable(v.object({ cgst: v.number(), sgst: v.number() }))),
  shippingAddress: v.optional(v.nullable(shippingAddressSchema)),
  notes: v.optional(text(1_000), ""),
  contact: v.optional(v.nullable(contactSchema)),
  companyInvoice: v.optional(v.nullable(companyInvoiceSchema)),
  paymentMethod: v.optional(text(40)),
});

export type ShippingAddress = v.InferOutput<typeof shippingAddressSchema>;
export type Contact = v.InferOutput<typeof contactSchema>;
export type CompanyInvoice = v.InferOutput<typeof companyInvoiceSchema>;
export type NewOrder = v.InferOutput<typeof newOrderSchema>;
