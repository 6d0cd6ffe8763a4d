import * as v from "valibot";
import { shownRatesSchema } from "#shop/pricing/response-schemas.ts";
import { MAX_QUANTITY } from "#shop/inventory/stock.ts";
import { giftSchema } from "#shop/orders/gift.ts";
import {
  companyInvoiceSchema,
  contactSchema,
  orderNotes,
  shippingAddressSchema,
} from "#shop/documents/recipient.ts";
import { textUpTo } from "#contract/person.ts";

const MAX_LINES = 50;

/** The product's id. Also accepts a whole product, because an older version of the page sends it (D20). */
const productIdSchema = v.pipe(
  v.union([
    v.string(),
    v.object({ _id: v.string(), id: v.optional(v.string()) }),
    v.object({ _id: v.optional(v.string()), id: v.string() }),
  ]),
  v.transform((input) => (typeof input === "string" ? input : (input._id ?? input.id ?? ""))),
  v.trim(),
  v.nonEmpty("The product id is missing."),
  v.maxLength(120, "This product does not exist."),
);

const quantityMessage = `The quantity must be a whole number from 1 to ${MAX_QUANTITY}.`;

const orderItemSchema = v.object({
  productId: productIdSchema,
  quantity: v.pipe(
    v.number(quantityMessage),
    v.integer(quantityMessage),
    v.minValue(1, quantityMessage),
    v.maxValue(MAX_QUANTITY, quantityMessage),
  ),
  /** The price in rupees that the customer saw. The order is refused if it differs (D3). */
  price: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  /**
   * The product's own GST rate that the customer saw. If `shownTaxRates` is set, an order with another rate is refused.
   */
  gstRate: v.optional(v.nullable(v.number())),
});

/** The body of POST /api/orders (§3, D61). `totalAmount` is accepted and ignored (D3). */
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
  /** The tax rates in percent that the customer saw. The order is refused if they differ (D3, D8). */
  shownTaxRates: v.optional(v.nullable(shownRatesSchema)),
  shippingAddress: v.optional(v.nullable(shippingAddressSchema)),
  notes: orderNotes,
  contact: v.optional(v.nullable(contactSchema)),
  companyInvoice: v.optional(v.nullable(companyInvoiceSchema)),
  paymentMethod: v.optional(textUpTo(40)),
  gift: v.optional(v.nullable(giftSchema)),
  notBefore: v.optional(v.nullable(textUpTo(10))),
  payInCash: v.optional(v.boolean()),
});

export type NewOrder = v.InferOutput<typeof newOrderSchema>;
