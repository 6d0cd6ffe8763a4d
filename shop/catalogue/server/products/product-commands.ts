import { eq } from "drizzle-orm";
import { fromRupees, type Paise, formatRupees } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import {
  type CommandInput,
  defineCommand,
  CommandRefused,
  YesNeeded,
  UsageError,
} from "#platform/operator/command.ts";
import {
  calculateAvailable,
  readAvailableStock,
  readStockLevels,
  setStock,
  withdrawStock,
} from "#shop/inventory/server/index.ts";
import { calculateInclusivePrice } from "#shop/pricing/inclusive-price.ts";
import { getTaxRates } from "#shop/pricing/server/index.ts";
import { calculateReduction } from "../../price.ts";
import { LARGEST_AMOUNT } from "../owner-folder/product-file.ts";
import { changeByHand, recordCatalogueChange, trackProducts } from "../catalogue-changes.ts";
import { getHotTiles, refreshSnapshot } from "../snapshot/snapshot.ts";
import { product } from "../tables.ts";
import { findProduct } from "./find-products.ts";
import { askForHsn, listWithoutHsn } from "./without-hsn.ts";

export const productArgument = {
  name: "id",
  summary: "the product, as in its address",
  kind: "product",
} as const;

/** Shown after a change by command, which is kept until an import contains another value. */
export const IN_SHOP = "It is in the shop now.";

export const formatMissingProduct = (productId: string): string =>
  `There is no product "${productId}". See: products list`;

export const hide = defineCommand({
  noun: "products",
  verb: "hide",
  summary: "Hide a product until you show it again.",
  preview: "rehearse",
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
        "It is on no page and cannot be ordered. Carts drop it when they are next opened; old orders keep it.",
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
  summary: "Show a hidden product again.",
  preview: "rehearse",
  args: [{ ...productArgument, summary: "the product, as in: products list --hidden" }],
  options: {},
  examples: ["products show teak-tissue-box"],
  async run(context, { args, confirmed }) {
    const productId = args["id"] ?? "";
    const done = await setHidden(context, productId, false, async (tx) => {
      const without = await listWithoutHsn(context, { db: tx, ids: [productId] });
      if (!confirmed) askForHsn(without, `Give it one: products set ${productId} --hsn 4419.`);
    });
    if (!done.isInOwnerList) {
      throw new CommandRefused(
        `"${productId}" is not in your list of products any more. Put it back there, then: products import`,
      );
    }
    await refreshSnapshot(context);
    return { facts: { product: productId, title: done.title, "in the shop": "yes" } };
  },
});

async function setHidden(
  context: Context,
  productId: string,
  hidden: boolean,
  look?: (tx: Tx) => Promise<void>,
) {
  const changed = await hideProduct(context, productId, hidden, look);
  if (!changed) throw new CommandRefused(formatMissingProduct(productId));
  return changed;
}

/**
 * Hides a product or shows it again: a hidden product is left out of lists, searches and the sitemap, is removed from bags at their next
 * refresh, and cannot be ordered; old orders keep it (D19, D91). Returns null if the product does not exist;
 * `isInOwnerList` is false if only an import can restore it. `look` gets the changed product and may throw to cancel
 * the change.
 */
export const hideProduct = (
  context: Context,
  productId: string,
  hidden: boolean,
  look: (tx: Tx) => Promise<void> = async () => {},
) =>
  changeByHand(
    context,
    async (tx, { nextRevision: revision }) => {
      const [changed] = await tx
        .update(product)
        .set({ hiddenByHand: hidden, revision })
        .where(eq(product.id, productId))
        .returning({ title: product.title, isInOwnerList: product.inOwnerList });
      if (changed) await withdrawStock(tx, [productId], hidden || !changed.isInOwnerList);
      await look(tx);
      return { answer: changed ?? null };
    },
    () => [productId],
  );

export const changePrice = defineCommand({
  noun: "products",
  verb: "set-price",
  summary: "Set what a product costs, in rupees before GST; the badge follows.",
  preview: "rehearse",
  args: [productArgument, { name: "price", summary: "rupees, e.g. 1499 or 588.82", kind: "amount" }],
  options: {
    was: {
      summary: "the earlier price, shown struck through; 'none' for none; without it the one there is",
      kind: "amount",
      or: ["none"],
    },
  },
  revision: findProductRevision,
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
    if (!done) throw new CommandRefused(formatMissingProduct(productId));
    await refreshSnapshot(context);
    const goods = (await findProduct(context, productId)) ?? {};
    return {
      facts: {
        product: productId,
        before: formatRupees(done.before),
        price: formatRupees(price),
        "including GST": formatRupees(calculateInclusivePrice(price, getTaxRates(context), goods)),
        "struck through": done.originalPrice > price ? formatRupees(done.originalPrice) : "nothing",
        badge: done.discount > 0 ? `${done.discount}% OFF` : "none",
      },
      message: IN_SHOP,
    };
  },
});

function parseAmount(typed = ""): Paise {
  const paise = fromRupees(typed);
  if (paise === null || paise > LARGEST_AMOUNT)
    throw new UsageError(`"${typed}" is no price. Write rupees like 1499 or 588.82.`);
  return paise;
}

/** The revision of the last change of a product: with a form that was opened before, nothing is done. */
export async function findProductRevision(
  { db }: Context,
  { args: { id = "" } }: CommandInput,
): Promise<string | null> {
  const [found] = await db.select({ revision: product.revision }).from(product).where(eq(product.id, id));
  return found ? String(found.revision) : null;
}

/** The count that was there when a new one was typed; an order in between changes it not. */
async function findCount({ db }: Context, { args: { id = "" } }: CommandInput): Promise<string | null> {
  const level = (await readStockLevels(db, [id])).get(id);
  return level ? String(level.onHand ?? "none") : "none";
}

/** A slip of the finger makes a price ten times as high, or a tenth. */
function askAboutLeap({ title, price: before }: { title: string; price: Paise }, price: Paise): void {
  if (price * 2 >= before && price <= before * 2) return;
  throw new YesNeeded(`${title} costs ${formatRupees(before)}. Set it to ${formatRupees(price)}?`);
}

interface NewPrice {
  /** The price in paise, before tax. */
  price: Paise;
  /** The price shown struck through; undefined keeps the present one, null is none. */
  originalPrice?: Paise | null | undefined;
}

/**
 * Sets a price; the discount badge follows from both prices (D12). Orders keep their price, and bags show the new one
 * (D3, D19). Calls `look` with the name and the old price before the change. Returns null if the product does not
 * exist.
 */
export const setPrice = (
  context: Context,
  productId: string,
  { price, originalPrice: requested }: NewPrice,
  look: (before: { title: string; price: Paise }) => void,
) =>
  changeByHand(
    context,
    async (tx, { nextRevision: revision }) => {
      const [before] = await tx.select().from(product).where(eq(product.id, productId));
      if (!before) return { answer: null };
      look(before);
      const originalPrice = Math.max(
        price,
        requested === undefined ? before.originalPrice : (requested ?? price),
      );
      const discount = Math.round(calculateReduction(price, originalPrice));
      await tx
        .update(product)
        .set({ price, originalPrice, discount, revision })
        .where(eq(product.id, productId));
      return { answer: { title: before.title, before: before.price, originalPrice, discount } };
    },
    () => [productId],
  );

export const countStock = defineCommand({
  noun: "products",
  verb: "set-stock",
  summary: "Set how many pieces are in the workshop, including those in open orders.",
  preview: "rehearse",
  args: [
    productArgument,
    {
      name: "count",
      summary: "a whole number, or 'none' for a piece made to order",
      kind: "number",
      or: ["none"],
    },
  ],
  options: {},
  revision: findCount,
  examples: ["products set-stock teak-tissue-box 12", "products set-stock teak-tissue-box none"],
  async run(context, { args: { id = "", count = "" } }) {
    if (count !== "none" && !/^\d{1,6}$/.test(count)) {
      throw new UsageError(
        `"${count}" is no count. Write a whole number, or none for a piece made to order.`,
      );
    }
    await recount(context, id, count === "none" ? null : Number(count));
    await refreshSnapshot(context);
    const left = (await readAvailableStock(context.db, [id])).get(id);
    const held = formatHeld((await readStockLevels(context.db, [id])).get(id));
    return { facts: { product: id, left: left ?? "made to order" }, ...(held && { message: held }) };
  },
});

/** Describes the reserved part of a count; null if no order has reserved any. */
function formatHeld(
  level: { onHand: number | null; reserved: number; backorder: boolean } | undefined,
): string | null {
  const pieces = level ? calculateAvailable(level) : null;
  if (!level?.reserved || pieces === null) return null;
  const held = `${level.reserved} ${level.reserved === 1 ? "is" : "are"} held by open orders.`;
  return level.backorder ? held : `${pieces} can be ordered now, ${held}`;
}

const recount = (context: Context, id: string, count: number | null): Promise<void> =>
  context.transact(async (tx) => {
    const tracked = await trackProducts(tx, [id], { counts: true });
    if (!(await setStock(tx, id, count))) throw new CommandRefused(formatMissingProduct(id));
    await recordCatalogueChange(context, tx, { products: await tracked.noteChanges(context.now()) });
  });
