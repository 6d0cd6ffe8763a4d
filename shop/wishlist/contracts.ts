import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { MAX_SAVED, wishlistMessages } from "./wishlist.ts";

const REQUIRED = "The ids of the products are missing.";

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
  productIds: v.array(v.string()),
});

const tooMany = { status: 429, message: wishlistMessages.tooMany } as const;

export const readSaved = defineContract({
  summary: "Lists the products that the customer has saved, latest first",
  answer: saved,
});

export const saveProducts = defineContract({
  summary:
    "Adds products to the saved ones; the last in the request is the latest, and unknown products are ignored",
  body: products,
  answer: saved,
  refusals: {
    not_found: { status: 404, message: "This list could not be found." },
    too_many: tooMany,
  },
});

export const removeSaved = defineContract({
  summary: "Removes saved products; ignores products that are not saved",
  body: products,
  answer: saved,
  refusals: { too_many: tooMany },
});
