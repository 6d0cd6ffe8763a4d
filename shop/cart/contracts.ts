import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { cartMessages, readQuantityToAdd, readQuantityToSet } from "./cart.ts";
import { cartItemSchema } from "./response-schemas.ts";

const REQUIRED = "Product id is required";

const id = v.pipe(
  v.string(REQUIRED),
  v.trim(),
  v.nonEmpty(REQUIRED),
  v.maxLength(200, "This is not a product id"),
);

/** Clients may send the id as a text, or a whole product with the id in `_id` or `id` (D20). */
const productId = v.pipe(
  v.optional(v.union([id, v.object({ _id: id }), v.object({ id })], REQUIRED), ""),
  v.transform((value) => {
    if (typeof value === "string") return value;
    return "_id" in value ? value._id : value.id;
  }),
  v.nonEmpty(REQUIRED),
);

const wholeCart = v.object({
  success: v.literal(true),
  cartItems: v.array(cartItemSchema),
  /** The titles of products that were removed from the shop and therefore from the cart (D19). */
  gone: v.optional(v.array(v.string())),
});

const tooMany = { status: 429, message: "Too many changes at once. Please try again in a moment." } as const;
const gone = { status: 404, message: cartMessages.gone } as const;
const notFound = { status: 404, message: "This cart could not be found." } as const;
const soldOut = { status: 409, message: cartMessages.soldOut } as const;

export const readCart = defineContract({
  summary: "Returns the customer's cart without products that are no longer in the catalogue",
  query: v.object({ userId: v.optional(v.string()) }),
  answer: wholeCart,
  refusals: { not_found: notFound },
});

export const addToCart = defineContract({
  summary: "Adds pieces of a product; a quantity that is invalid or below 1 counts as 1",
  body: v.object({
    productId,
    quantity: v.pipe(v.optional(v.unknown(), null), v.transform(readQuantityToAdd)),
  }),
  answer: wholeCart,
  refusals: { gone, not_found: notFound, sold_out: soldOut, too_many: tooMany },
});

export const updateCart = defineContract({
  summary: "Sets the quantity of a line; 0 removes it",
  body: v.object({
    productId,
    quantity: v.pipe(
      v.optional(v.unknown(), null),
      v.transform(readQuantityToSet),
      v.number("Quantity must be a number"),
    ),
  }),
  answer: wholeCart,
  refusals: {
    gone,
    sold_out: soldOut,
    not_in_cart: { status: 404, message: cartMessages.notInCart },
    too_many: tooMany,
  },
});

export const removeFromCart = defineContract({
  summary: "Removes a line; does nothing if it is missing",
  body: v.object({ productId }),
  answer: wholeCart,
  refusals: { too_many: tooMany },
});

export const emptyCart = defineContract({
  summary: "Empties the cart",
  answer: wholeCart,
  refusals: { too_many: tooMany },
});
