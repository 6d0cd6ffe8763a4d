import * as v from "valibot";
import { INVALID_EMAIL, tenDigits } from "#contract/field.ts";
import { MAX_QUANTITY } from "#shop/inventory/stock.ts";
import { checkoutMessages } from "./checkout.ts";
import { SHIPPING_COUNTRY } from "./shipping-cities.ts";

/** The longest order: so many different products (security §5). */
const MAX_LINES = 50;

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
  email: v.pipe(required(254), v.email(INVALID_EMAIL)),
});

/** Whom the invoice is made out to; required in full once the box is ticked (§5, D61). */
export const companyInvoiceSchema = v.object({
  address: required(300),
  name: required(120),
  taxCode: required(30),
  email: v.pipe(required(254), v.email(INVALID_EMAIL)),
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
