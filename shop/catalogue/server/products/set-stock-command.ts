import { defineCommand, CommandRefused, UsageError } from "#platform/operator/command.ts";
import { setStock } from "#shop/inventory/server/index.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { findProductSummary } from "./find-products.ts";
import { describeMissingProduct, productArgument } from "./product-argument.ts";

export const countStock = defineCommand({
  noun: "products",
  verb: "set-stock",
  summary: "Say how many pieces are in the workshop, those in open orders included.",
  args: [productArgument, { name: "count", summary: "a whole number, or 'none' for a piece made to order" }],
  options: {},
  examples: ["products set-stock teak-tissue-box 12", "products set-stock teak-tissue-box none"],
  async run(context, { args: { id = "", count = "" } }) {
    if (count !== "none" && !/^\d{1,6}$/.test(count)) {
      throw new UsageError(
        `"${count}" is no count. Write a whole number, or none for a piece made to order.`,
      );
    }
    const known = await setStock(context, id, count === "none" ? null : Number(count));
    if (!known) throw new CommandRefused(describeMissingProduct(id));
    await refreshSnapshot(context);
    const left = findProductSummary(context, id)?.stock;
    return { facts: { product: id, left: left ?? "made to order" } };
  },
});
