import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { requiredText } from "#contract/field.ts";
import { email } from "#contract/person.ts";
import { backInStockMessages } from "./back-in-stock.ts";

export const requestStockMail = defineContract({
  summary:
    "Saves an e-mail address for one e-mail when a sold-out product is back; the response is the same for every address",
  body: v.object({ productId: requiredText("Product", 120), email }),
  answer: v.object({ success: v.literal(true), message: v.string() }),
  refusals: {
    no_such_product: { status: 404, message: backInStockMessages.noProduct },
    in_stock: { status: 409, message: backInStockMessages.inStock },
    too_many: { status: 429, message: backInStockMessages.tooMany },
  },
});
