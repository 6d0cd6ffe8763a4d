import { eq } from "drizzle-orm";
import { formatRupeesGrouped, fromRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import {
  type CommandInput,
  CommandRefused,
  defineCommand,
  UsageError,
  requireConfirmation,
  type Confirmed,
} from "#platform/operator/command.ts";
import { calculateAvailable, readStockLevels, setStock } from "#shop/inventory/server/index.ts";
import {
  listFieldChanges,
  type ProductChange,
  recordCatalogueChange,
  trackProducts,
} from "../catalogue-changes.ts";
import { NONE } from "../content/change-content.ts";
import type { WrittenProduct } from "../owner-folder/product-file.ts";
import { getSnapshot, refreshSnapshot } from "../snapshot/snapshot.ts";
import { product } from "../tables.ts";
import { editProducts, refuseToShow, within } from "./change-many.ts";
import { findProductRevision, formatMissingProduct, IN_SHOP, productArgument } from "./product-commands.ts";
import { texts, toCells } from "./product-edits.ts";
import { calculateShownPrice, describeRate } from "./without-hsn.ts";

export const setProductCommand = defineCommand({
  noun: "products",
  verb: "set",
  summary: "Changes a product. Only the values you enter change, and shoppers see them at once.",
  preview: "rehearse",
  args: [productArgument],
  options: {
    price: { summary: "the price in rupees before GST, e.g. 1499 or 588.82", kind: "amount" },
    was: {
      summary: "the earlier price, shown struck through; none removes it",
      kind: "amount",
      or: [NONE],
    },
    stock: {
      summary: "the pieces in the workshop, including those of open orders; none for made to order",
      kind: "number",
      or: [NONE],
    },
    hidden: { summary: "whether the product is hidden from shoppers", choices: ["yes", "no"] },
    ...texts,
  },
  revision: findProductRevision,
  examples: [
    "products set teak-tissue-box --price 1299 --was 1499",
    "products set teak-tissue-box --stock 12",
    "products set teak-tissue-box --hidden yes",
    'products set teak-tissue-box --title "Teak Tissue Box" --size "10 x 5 x 3" --weight 900',
    "products set teak-tissue-box --collection none",
  ],
  async run(context, { args: { id = "" }, options, confirmed }) {
    const { stock, ...edits } = options;
    const isEdited = Object.values(edits).some((value) => value !== undefined);
    if (!isEdited && stock === undefined)
      throw new UsageError("Enter what you want to change, for example a price or a title.");
    const edit = (inTransaction: Context) =>
      editProducts(
        inTransaction,
        [id],
        { toCells: (now) => ({ ...toCells(edits, now), ...toPrices(edits, now) }) },
        async (changes, tx) => {
          await refuseToShow(context, tx, changes);
          for (const change of changes) confirmLargeChange(confirmed, change);
        },
      );
    const { changes, warnings } = await context.transact(async (tx) => {
      const edited = isEdited ? await edit(within(context, tx)) : { changes: [], warnings: [] };
      if (stock !== undefined) await countStock(context, tx, id, stock);
      return edited;
    });
    await refreshSnapshot(context);
    const [row] = await context.db.select().from(product).where(eq(product.id, id));
    if (!row) throw new CommandRefused(formatMissingProduct(id));
    const counted = stock === undefined ? null : await describeStock(context, id);
    const rows = changes.flatMap((change) => listFieldChanges(change));
    return {
      facts: {
        product: id,
        ...(edits["hsn"] !== undefined && { GST: describeRate(context, row) }),
        ...((edits["price"] ?? edits["was"]) !== undefined && {
          before: formatRupeesGrouped(changes[0]?.from.price ?? row.price),
          price: formatRupeesGrouped(row.price),
          "including GST": formatRupeesGrouped(calculateShownPrice(context, row)),
          "struck through":
            row.originalPrice > row.price ? formatRupeesGrouped(row.originalPrice) : "nothing",
          badge: row.discount > 0 ? `${row.discount}% OFF` : "none",
        }),
        ...(counted && { left: counted.left }),
        ...(edits["hidden"] !== undefined && { title: row.title, "in the shop": row.hidden ? "no" : "yes" }),
      },
      ...(rows.length > 0 && { columns: ["What", "Before", "Now"], rows }),
      message: [
        isEdited && (rows.length > 0 ? IN_SHOP : "Nothing changed: the product has these values already."),
        ...warnings,
        counted?.message,
        edits["hidden"] === "yes" && describeHidden(context, id),
      ]
        .filter(Boolean)
        .join("\n"),
      data: { id, changes },
    };
  },
});

function toPrices({ price, was }: CommandInput["options"], now: WrittenProduct): Record<string, string> {
  const newPrice = fromRupees(price ?? Number(now["price"])) ?? 0;
  const original = was === undefined ? null : fromRupees(was);
  if (original !== null && original < newPrice)
    throw new UsageError(
      `The earlier price ${formatRupeesGrouped(original)} is below the ${price === undefined ? "present" : "new"} price, ${formatRupeesGrouped(newPrice)}. Enter a higher one, or none.`,
      { was: `Enter more than ${formatRupeesGrouped(newPrice)}, or leave it empty.` },
    );
  return {
    ...(price !== undefined && { price }),
    ...(was !== undefined && { originalPrice: was === NONE ? "" : was }),
  };
}

function confirmLargeChange(
  confirmed: Confirmed,
  { title, from: { price: previous = 0 }, to: { price = 0 } }: ProductChange,
): void {
  if (price * 2 >= previous && price <= previous * 2) return;
  requireConfirmation(
    { confirmed },
    `${title} costs ${formatRupeesGrouped(previous)} now. Change the price to ${formatRupeesGrouped(price)}?`,
  );
}

async function countStock(context: Context, tx: Tx, id: string, count: string): Promise<void> {
  if (count !== NONE && !/^\d{1,6}$/.test(count))
    throw new UsageError(
      `"${count}" is not a number of pieces. Enter a whole number, or none for a product made to order.`,
      { stock: "Enter a whole number up to 999999." },
    );
  const tracked = await trackProducts(tx, [id], { counts: true });
  if (!(await setStock(tx, id, count === NONE ? null : Number(count))))
    throw new CommandRefused(formatMissingProduct(id));
  await recordCatalogueChange(context, tx, { products: await tracked.noteChanges(context.now()) });
}

async function describeStock(
  { db }: Context,
  id: string,
): Promise<{ left: number | string; message?: string }> {
  const level = (await readStockLevels(db, [id])).get(id);
  const available = level ? calculateAvailable(level) : null;
  const left = (level?.backorder ? null : available) ?? "made to order";
  if (!level?.reserved || available === null) return { left };
  const reservedText = `${formatCount(level.reserved, "piece")} ${level.reserved === 1 ? "is" : "are"} reserved for open orders.`;
  return {
    left,
    message: level.backorder
      ? reservedText
      : `${formatCount(available, "piece")} can be ordered now. ${reservedText}`,
  };
}

function describeHidden(context: Context, id: string): string {
  const message =
    "The product is hidden: no page shows it and nobody can order it. It also disappears from carts. Existing orders keep it.";
  const tile = getSnapshot(context).files.hotProducts.find((hotTile) => hotTile.product === id);
  return tile
    ? `${message} Tile ${tile.tile} of Hot Products opens the list of its product type until you show the product again.`
    : message;
}
