import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { MAX_SAVED, wishlistMessages } from "./wishlist.ts";

const REQUIRED = "Name the products by their ids.";

const id = v.pipe(
  v.string(REQUIRED),
  v.trim(),
  v.nonEmpty(REQUIRED),
  v.maxLength(200, "This is not a product id."),
);

const products = v.object({
  productIds: v.pipe(
    v.array(id, REQUIRED),
    v.maxLength(MAX_SAVED, `Up to ${MAX_SAVED} products can be saved.`),
  ),
});

const saved = v.object({
  success: v.literal(true),
  /** Latest first. */
  productIds: v.array(v.string()),
});

const tooMany = { status: 429, message: wishlistMessages.tooMany } as const;

export const readSaved = defineContract({
  summary: "The products that the customer has saved, the latest first",
  answer: saved,
  refusals: {},
});

export const saveProducts = defineContract({
  summary: "Saves products, the latest last; those that the shop does not have are passed over",
  body: products,
  answer: saved,
  refusals: {
    not_found: { status: 404, message: "This list could not be found." },
    too_many: tooMany,
  },
});

export const removeSaved = defineContract({
  summary: "Removes saved products; one that is not there is no error",
  body: products,
  answer: saved,
  refusals: { too_many: tooMany },
});
