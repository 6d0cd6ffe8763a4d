import { defineCommand, CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { hideProduct } from "./hide-product.ts";
import { getHotTiles, refreshSnapshot } from "../snapshot/snapshot.ts";
import { describeMissingProduct, productArgument } from "./product-argument.ts";

export const hide = defineCommand({
  noun: "products",
  verb: "hide",
  summary: "Take a product out of the shop window, until you show it again.",
  args: [productArgument],
  options: {},
  examples: ["products hide teak-tissue-box"],
  async run(context, { args }) {
    const productId = args["id"] ?? "";
    const done = await setHidden(context, productId, true);
    await refreshSnapshot(context);
    const tile = getHotTiles(context).find((hot) => hot.product === productId);
    return {
      facts: { product: productId, title: done.title, "in the shop": "no" },
      message: [
        "It is out of every page and cannot be ordered; bags lose it at their next look, old orders keep it.",
        tile ? `Tile ${tile.tile} of Hot Products shows its listing meanwhile.` : "",
      ]
        .filter(Boolean)
        .join(" "),
    };
  },
});

export const show = defineCommand({
  noun: "products",
  verb: "show",
  summary: "Put a hidden product back into the shop window.",
  args: [{ ...productArgument, summary: "the product, as in: products list --hidden" }],
  options: {},
  examples: ["products show teak-tissue-box"],
  async run(context, { args }) {
    const productId = args["id"] ?? "";
    const done = await setHidden(context, productId, false);
    if (!done.isInOwnerList) {
      throw new CommandRefused(
        `"${productId}" is not in your list of products any more. Put it back there, then: products import`,
      );
    }
    await refreshSnapshot(context);
    return { facts: { product: productId, title: done.title, "in the shop": "yes" } };
  },
});

async function setHidden(context: Context, productId: string, hidden: boolean) {
  const changed = await hideProduct(context, productId, hidden);
  if (!changed) throw new CommandRefused(describeMissingProduct(productId));
  return changed;
}
