import { fromRupees, type Paise, rupees } from "#contract/money.ts";
import { command, CommandRefused, YesNeeded } from "#platform/command.ts";
import { inclusivePrice } from "#shop/pricing/totals.ts";
import { taxRatesOf } from "./find-products.ts";
import { LARGEST_AMOUNT } from "./product-file.ts";
import { setPrice } from "./set-price.ts";
import { refreshSnapshot } from "./snapshot.ts";

export const productArgument = { name: "id", summary: "the product, as in its address" } as const;

export const changePrice = command({
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
    const price = amountIn(args["price"]);
    const was = options["was"];
    const originalPrice = was === undefined ? undefined : was === "none" ? null : amountIn(was);
    if (originalPrice && originalPrice < price)
      throw new CommandRefused(
        `The earlier price ${rupees(originalPrice)} is below the new one, ${rupees(price)}.`,
      );
    const done = await setPrice(context, productId, { price, originalPrice }, (before) => {
      if (!confirmed) askAboutLeap(before, price);
    });
    if (!done) throw new CommandRefused(noSuchProduct(productId));
    await refreshSnapshot(context);
    return {
      facts: {
        product: productId,
        before: rupees(done.before),
        price: rupees(price),
        "including GST": rupees(inclusivePrice(price, taxRatesOf(context))),
        "struck through": done.originalPrice > price ? rupees(done.originalPrice) : "nothing",
        badge: done.discount > 0 ? `${done.discount}% OFF` : "none",
      },
      message: "It is in the shop now. An import keeps it until the list says something new.",
    };
  },
});

export const noSuchProduct = (productId: string): string =>
  `There is no product "${productId}". See: products list`;

function amountIn(typed = ""): Paise {
  const paise = fromRupees(typed);
  if (paise === null || paise > LARGEST_AMOUNT)
    throw new CommandRefused(`"${typed}" is no price. Write rupees like 1499 or 588.82.`);
  return paise;
}

/** A slip of the finger makes a price ten times as high, or a tenth. */
function askAboutLeap({ title, price: before }: { title: string; price: Paise }, price: Paise): void {
  if (price * 2 >= before && price <= before * 2) return;
  throw new YesNeeded(`${title} costs ${rupees(before)}. Set it to ${rupees(price)}?`);
}
