import { fromRupees, type Paise, formatRupees } from "#contract/money.ts";
import { defineCommand, CommandRefused, YesNeeded, UsageError } from "#platform/operator/command.ts";
import { calculateInclusivePrice } from "#shop/pricing/totals.ts";
import { getTaxRates } from "#shop/seller/server/index.ts";
import { LARGEST_AMOUNT } from "../owner-folder/product-file.ts";
import { describeMissingProduct, productArgument } from "./product-argument.ts";
import { setPrice } from "./set-price.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";

export const changePrice = defineCommand({
  noun: "products",
  verb: "set-price",
  summary: "Set what a product costs, in rupees before GST; the badge follows.",
  args: [productArgument, { name: "price", summary: "rupees, e.g. 1499 or 588.82" }],
  options: {
    was: { summary: "the earlier price, shown struck through; 'none' for none; without it the one there is" },
  },
  examples: ["products set-price teak-tissue-box 1299", "products set-price teak-tissue-box 1299 --was 1499"],
  async run(context, { args, options, confirmed }) {
    const productId = args["id"] ?? "";
    const price = parseAmount(args["price"]);
    const was = options["was"];
    const originalPrice = was === undefined ? undefined : was === "none" ? null : parseAmount(was);
    if (originalPrice && originalPrice < price)
      throw new CommandRefused(
        `The earlier price ${formatRupees(originalPrice)} is below the new one, ${formatRupees(price)}.`,
      );
    const done = await setPrice(context, productId, { price, originalPrice }, (before) => {
      if (!confirmed) askAboutLeap(before, price);
    });
    if (!done) throw new CommandRefused(describeMissingProduct(productId));
    await refreshSnapshot(context);
    return {
      facts: {
        product: productId,
        before: formatRupees(done.before),
        price: formatRupees(price),
        "including GST": formatRupees(calculateInclusivePrice(price, getTaxRates(context))),
        "struck through": done.originalPrice > price ? formatRupees(done.originalPrice) : "nothing",
        badge: done.discount > 0 ? `${done.discount}% OFF` : "none",
      },
      message: "It is in the shop now. An import keeps it until the list says something new.",
    };
  },
});

function parseAmount(typed = ""): Paise {
  const paise = fromRupees(typed);
  if (paise === null || paise > LARGEST_AMOUNT)
    throw new UsageError(`"${typed}" is no price. Write rupees like 1499 or 588.82.`);
  return paise;
}

/** A slip of the finger makes a price ten times as high, or a tenth. */
function askAboutLeap({ title, price: before }: { title: string; price: Paise }, price: Paise): void {
  if (price * 2 >= before && price <= before * 2) return;
  throw new YesNeeded(`${title} costs ${formatRupees(before)}. Set it to ${formatRupees(price)}?`);
}
