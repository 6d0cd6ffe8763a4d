import { eq } from "drizzle-orm";
import { formatCount } from "#contract/text.ts";
import { fromRupees, type Paise, formatRupeesGrouped } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import {
  type CommandInput,
  type CommandResult,
  CommandRefused,
  ConfirmationRequired,
  UsageError,
} from "#platform/operator/command.ts";
import {
  calculateAvailable,
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
import { listWithoutHsn, refuseWithoutHsn } from "./without-hsn.ts";

export const productArgument = {
  name: "id",
  summary: "the product, as in its URL",
  kind: "product",
} as const;

export const IN_SHOP = "The change is in the shop now.";

export const formatMissingProduct = (productId: string): string => `There is no product "${productId}".`;

export async function setShown(
  context: Context,
  productId: string,
  willBeShown: boolean,
): Promise<CommandResult> {
  const { title, isInOwnerList } = await hideProduct(context, productId, !willBeShown, async (tx) => {
    if (!willBeShown) return;
    const missingHsn = await listWithoutHsn(context, { db: tx, ids: [productId] });
    refuseWithoutHsn(missingHsn, "Enter its HSN first, for example 4419.");
  });
  if (willBeShown && !isInOwnerList)
    throw new CommandRefused(
      `"${productId}" was removed from your list of products. Add it to the list and import the list again.`,
    );
  await refreshSnapshot(context);
  const facts = { product: productId, title, "in the shop": willBeShown ? "yes" : "no" };
  if (willBeShown) return { facts };
  const message =
    "The product is hidden: no page shows it and nobody can order it. It also disappears from carts. Existing orders keep it.";
  const tile = getHotTiles(context).find((hotTile) => hotTile.product === productId);
  return {
    facts,
    message: tile
      ? `${message} Tile ${tile.tile} of Hot Products opens a list of products of the same kind until you show the product again.`
      : message,
  };
}

export async function isShown({ db }: Context, productId: string): Promise<boolean> {
  const [row] = await db.select({ hidden: product.hidden }).from(product).where(eq(product.id, productId));
  return row?.hidden === false;
}

/**
 * Hides a product or shows it again. Nobody can order a hidden product; old orders keep it (D19, D91). `inspect` may
 * throw to cancel the change. @throws CommandRefused if the product does not exist
 */
export const hideProduct = (
  context: Context,
  productId: string,
  isHidden: boolean,
  inspect: (tx: Tx) => Promise<void> = async () => {},
) =>
  changeByHand(context, async (tx, { nextRevision: revision, track }) => {
    await track([productId]);
    const [changed] = await tx
      .update(product)
      .set({ hiddenByHand: isHidden, revision })
      .where(eq(product.id, productId))
      .returning({ title: product.title, isInOwnerList: product.inOwnerList });
    if (!changed) throw new CommandRefused(formatMissingProduct(productId));
    await withdrawStock(tx, [productId], isHidden || !changed.isInOwnerList);
    await inspect(tx);
    return { answer: changed };
  });

export async function changePrice(
  context: Context,
  productId: string,
  { price: priceText, was }: CommandInput["options"],
  confirmed: boolean | undefined,
): Promise<CommandResult> {
  const value = priceText === undefined ? undefined : parseAmount(priceText);
  const originalPrice = was === undefined ? undefined : was === "none" ? null : parseAmount(was);
  const result = await setPrice(context, productId, { price: value, originalPrice }, (previous) => {
    const price = value ?? previous.price;
    if (originalPrice && originalPrice < price)
      throw new CommandRefused(
        `The earlier price ${formatRupeesGrouped(originalPrice)} is below the ${value === undefined ? "present" : "new"} price, ${formatRupeesGrouped(price)}. Enter a higher one, or none.`,
      );
    if (!confirmed) confirmLargeChange(previous, price);
  });
  await refreshSnapshot(context);
  const product = (await findProduct(context, productId)) ?? {};
  const { price } = result;
  return {
    facts: {
      product: productId,
      before: formatRupeesGrouped(result.before),
      price: formatRupeesGrouped(price),
      "including GST": formatRupeesGrouped(calculateInclusivePrice(price, getTaxRates(context), product)),
      "struck through": result.originalPrice > price ? formatRupeesGrouped(result.originalPrice) : "nothing",
      badge: result.discount > 0 ? `${result.discount}% OFF` : "none",
    },
    message: IN_SHOP,
  };
}

function parseAmount(text = ""): Paise {
  const paise = fromRupees(text);
  if (paise === null || paise > LARGEST_AMOUNT)
    throw new UsageError(`"${text}" is not a price. Write rupees like 1499 or 588.82.`);
  return paise;
}

/** Returns the revision for a form. A form for the stock only has that of the count, so other edits do not matter. */
export async function findProductRevision(
  { db }: Context,
  { args: { id = "" }, options }: CommandInput,
): Promise<string | null> {
  const names = Object.keys(options).filter((name) => options[name] !== undefined);
  if (names.length === 1 && names[0] === "stock") {
    const level = (await readStockLevels(db, [id])).get(id);
    return String(level?.onHand ?? "none");
  }
  const [row] = await db.select({ revision: product.revision }).from(product).where(eq(product.id, id));
  return row ? String(row.revision) : null;
}

/** Asks for confirmation if the price more than doubles or halves. */
function confirmLargeChange({ title, price: previous }: { title: string; price: Paise }, price: Paise): void {
  if (price * 2 >= previous && price <= previous * 2) return;
  throw new ConfirmationRequired(
    `${title} costs ${formatRupeesGrouped(previous)} now. Change the price to ${formatRupeesGrouped(price)}?`,
  );
}

interface NewPrice {
  /** The price in paise before tax. Undefined keeps the current price. */
  price?: Paise | undefined;
  /** The original price in paise before tax. Undefined keeps it; null removes it. */
  originalPrice?: Paise | null | undefined;
}

/** Sets the price and calculates the discount (D12). Existing orders keep their price; bags show the new one (D3, D19). */
export const setPrice = (
  context: Context,
  productId: string,
  { price: value, originalPrice: requestedOriginal }: NewPrice,
  inspect: (previous: { title: string; price: Paise }) => void,
) =>
  changeByHand(context, async (tx, { nextRevision: revision, track }) => {
    await track([productId]);
    const [previous] = await tx.select().from(product).where(eq(product.id, productId));
    if (!previous) throw new CommandRefused(formatMissingProduct(productId));
    inspect(previous);
    const price = value ?? previous.price;
    const originalPrice = Math.max(
      price,
      requestedOriginal === undefined ? previous.originalPrice : (requestedOriginal ?? price),
    );
    const discount = Math.round(calculateReduction(price, originalPrice));
    await tx
      .update(product)
      .set({ price, originalPrice, discount, revision })
      .where(eq(product.id, productId));
    return { answer: { before: previous.price, price, originalPrice, discount } };
  });

/** Sets the stock to a new count, which includes pieces that are reserved for open orders. */
export async function countStock(context: Context, id: string, count: string): Promise<CommandResult> {
  if (count !== "none" && !/^\d{1,6}$/.test(count))
    throw new UsageError(
      `"${count}" is not a number of pieces. Enter a whole number, or none for a product made to order.`,
    );
  const onHand = count === "none" ? null : Number(count);
  await context.transact(async (tx) => {
    const tracked = await trackProducts(tx, [id], { counts: true });
    if (!(await setStock(tx, id, onHand))) throw new CommandRefused(formatMissingProduct(id));
    await recordCatalogueChange(context, tx, { products: await tracked.noteChanges(context.now()) });
  });
  await refreshSnapshot(context);
  const level = (await readStockLevels(context.db, [id])).get(id);
  const available = level ? calculateAvailable(level) : null;
  const left = level?.backorder ? null : available;
  const facts = { product: id, left: left ?? "made to order" };
  if (!level?.reserved || available === null) return { facts };
  const held = `${formatCount(level.reserved, "piece")} ${level.reserved === 1 ? "is" : "are"} reserved for open orders.`;
  return {
    facts,
    message: level.backorder ? held : `${formatCount(available, "piece")} can be ordered now. ${held}`,
  };
}
