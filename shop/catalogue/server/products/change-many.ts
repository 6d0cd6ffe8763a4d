import { and, eq, max } from "drizzle-orm";
import { formatRupeesGrouped, fromRupees, type Paise, toRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOfMany } from "#platform/database/statement.ts";
import {
  createConfirmation,
  type CommandInput,
  CommandRefused,
  defineCommand,
  refuseField,
  UsageError,
} from "#platform/operator/command.ts";
import { lockCounts, readStockLevels, withdrawStock } from "#shop/inventory/server/index.ts";
import {
  describeProductChange,
  listFieldChanges,
  type ProductChange,
  recordCatalogueChange,
  trackProducts,
} from "../catalogue-changes.ts";
import { toLines } from "../content/change-content.ts";
import { readWrittenProducts } from "../import/stored-products.ts";
import type { WrittenProduct } from "../owner-folder/product-file.ts";
import { BETWEEN } from "../owner-folder/spreadsheet.ts";
import { beginCatalogueRevision, lockCatalogue } from "../revision.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { product } from "../tables.ts";
import { formatMissingProduct, IN_SHOP } from "./product-commands.ts";
import { texts, toCells, writeValues } from "./product-edits.ts";
import { listWithoutHsn, refuseWithoutHsn } from "./without-hsn.ts";

const MAX_PRODUCTS = 2_000;

const LINES_SHOWN = 12;
const ROWS_SHOWN = 200;

export const changeManyCommand = defineCommand({
  noun: "products",
  verb: "change",
  summary: "Changes several products at once, after showing the exact changes. They can be undone together.",
  preview: "rehearse",
  args: [],
  options: {
    products: { summary: "the products, as in their URLs", kind: "product", many: true },
    price: { summary: "the new price before GST, or the change: 1499, -10%, +5%, -50, +50" },
    round: {
      summary: "round the new prices to this number of rupees",
      choices: ["1", "5", "10", "50", "100"],
    },
    was: {
      summary:
        "the earlier price, shown struck through: an amount, none, or now for each product's current price",
      kind: "amount",
      or: ["now", "none"],
    },
    stock: { summary: "the pieces in the workshop: 12, +5, -2, or none for made to order" },
    hidden: { summary: "whether the products are hidden from shoppers", choices: ["yes", "no"] },
    collection: texts.collection,
    category: texts.category,
    subcategory: texts.subcategory,
    "add-material": { summary: "a wood to add to each product", many: true },
    "remove-material": { summary: "a wood to remove from each product", many: true },
    materials: {
      ...texts.materials,
      summary: "the woods of all these products, in place of their current woods",
    },
    "lead-days": texts["lead-days"],
    hsn: texts.hsn,
    shelf: texts.shelf,
    finish: texts.finish,
    origin: texts.origin,
    pieces: texts.pieces,
    manufacturer: texts.manufacturer,
    maker: texts.maker,
  },
  revision: findLatestRevision,
  examples: [
    "products change --products teak-tissue-box teak-soup-bowls-pair --price -10% --round 10",
    'products change --products teak-tissue-box teak-soup-bowls-pair --collection "Evening Chai" --hidden no',
  ],
  async run(context, { options, confirmed }) {
    const ids = listIds(options["products"]);
    const manyChange = parseHow(options);
    const { changes, warnings } = await editProducts(context, ids, manyChange, async (changes, tx) => {
      await refuseToShow(context, tx, changes);
      createConfirmation(confirmed, toQuestion)(changes);
    });
    await refreshSnapshot(context);
    const rows = changes.flatMap((change) =>
      listFieldChanges(change).map(([label, from, to]) => [change.title, label, from, to]),
    );
    return {
      facts: { changed: changes.length, unchanged: ids.length - changes.length },
      ...(rows.length > 0 && {
        columns: ["Product", "What", "Before", "Now"],
        rows: rows.slice(0, ROWS_SHOWN),
      }),
      message: [
        ...(rows.length > ROWS_SHOWN
          ? [`${rows.length - ROWS_SHOWN} further changes are not shown here.`]
          : []),
        rows.length > 0 ? IN_SHOP : "Nothing changed: the products have these values already.",
        ...new Set(warnings),
      ].join("\n"),
      data: { changes },
    };
  },
});

function listIds(value = ""): string[] {
  const ids = [...new Set(toLines(value))];
  if (ids.length === 0)
    throw new UsageError("Choose the products to change.", { products: "Choose at least one product." });
  if (ids.length > MAX_PRODUCTS)
    throw new UsageError(
      `You can change up to ${MAX_PRODUCTS} products at once. For more, export the products, edit the file and import it.`,
    );
  return ids;
}

/**
 * Returns the newest revision of the products, or null if there are no such products. For a change of the stock, the
 * result also contains the `base` of each product, which changes only at a stock count. It does not contain the current
 * stock, because each order changes the stock and would make open forms outdated.
 */
async function findLatestRevision({ db }: Context, { options }: CommandInput): Promise<string | null> {
  const ids = listIds(options["products"]);
  const [row] = await db
    .select({ latest: max(product.revision) })
    .from(product)
    .where(isAnyOfMany(product.id, ids));
  const latest = row?.latest ?? null;
  if (latest === null || options["stock"] === undefined) return latest === null ? null : String(latest);
  const levels = await readStockLevels(db, ids);
  return `${latest} ${ids.map((id) => levels.get(id)?.base ?? "none").join(",")}`;
}

interface Edits {
  toCells: ToCells;
  counts?: boolean;
}

function parseHow(options: CommandInput["options"]): Edits {
  const price = parsePrice(options);
  const stock = parseStock(options["stock"]);
  const { "add-material": added, "remove-material": removed } = options;
  const changesMaterials = added !== undefined || removed !== undefined;
  if (changesMaterials && options["materials"] !== undefined)
    throw refuseField("materials", "Enter either all woods, or the woods to add and to remove.");
  const hasSharedChange = Object.keys(toCells(options)).length > 0;
  if (!price && !stock && !changesMaterials && !hasSharedChange)
    throw new UsageError("Enter what you want to change, for example a price, a stock or a collection.");
  return {
    toCells: (now) => ({
      ...toCells(options, now),
      ...price?.(now),
      ...stock?.(now),
      ...(changesMaterials && {
        materials: mergeMaterials(now, toLines(added) ?? [], toLines(removed) ?? []),
      }),
    }),
    counts: stock !== undefined,
  };
}

type ToCells = (now: WrittenProduct) => Record<string, string>;

function parsePrice({ price, round, was }: CommandInput["options"]): ToCells | undefined {
  if (price === undefined && round === undefined && was === undefined) return undefined;
  const change = price === undefined ? (previous: Paise) => previous : parseChange(price);
  const unit = round === undefined ? 1 : Number(round) * 100;
  return (now) => {
    const previous = toPaise(now["price"]);
    const newPrice = Math.round(change(previous) / unit) * unit;
    if (newPrice <= 0)
      throw new CommandRefused(
        `${String(now["title"])} would cost ${formatRupeesGrouped(Math.max(newPrice, 0))}. Nothing was changed. Choose a higher price.`,
      );
    const original = was === "now" ? previous : was === undefined ? toPaise(now["originalPrice"]) : null;
    return {
      price: String(toRupees(newPrice)),
      // An earlier price below the new price is raised to the new price. Then no reduction is shown.
      originalPrice:
        was === "none"
          ? ""
          : original === null
            ? (was ?? "")
            : String(toRupees(Math.max(original, newPrice))),
    };
  };
}

const toPaise = (rupees: unknown): Paise => fromRupees(Number(rupees)) ?? 0;

const NO_PRICE = "Enter rupees like 1499 or 588.82, or a change like -10%, +5%, -50 or +50.";

function parseChange(text: string): (previous: Paise) => Paise {
  const [, sign = "", number = "", percent] = /^([+\-−]?)\s*([^%]*?)\s*(%?)$/.exec(text.trim()) ?? [];
  // `fromRupees` multiplies by 100, so a percentage is in hundredths of a percent.
  const hundredths = fromRupees(number);
  if (hundredths === null || (percent && !sign))
    throw refuseField("price", `"${text}" is not a price. ${NO_PRICE}`);
  const step = sign === "+" ? hundredths : -hundredths;
  if (percent) return (previous) => Math.round((previous * (10_000 + step)) / 10_000);
  return sign ? (previous) => previous + step : () => hundredths;
}

function parseStock(text: string | undefined): ToCells | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return () => ({ stock: "" });
  const [, sign, digits] = /^([+\-−]?)(\d{1,6})$/.exec(text.trim()) ?? [];
  if (digits === undefined)
    throw refuseField(
      "stock",
      `"${text}" is not a number of pieces. Enter a whole number, +5, -2, or none for made to order.`,
    );
  if (!sign) return () => ({ stock: digits });
  return (now) => {
    const title = String(now["title"]);
    if (now["stock"] === undefined)
      throw new CommandRefused(
        `${title} is made to order, so its stock cannot change by ${text}. Enter a number of pieces.`,
      );
    const previous = Number(now["stock"]);
    const count = previous + (sign === "+" ? 1 : -1) * Number(digits);
    if (count < 0)
      throw new CommandRefused(
        `${title} has only ${formatCount(previous, "piece")}, so its stock cannot change by ${text}.`,
      );
    return { stock: String(count) };
  };
}

function mergeMaterials(now: WrittenProduct, added: readonly string[], removed: readonly string[]): string {
  const isNamed = (name: string) => removed.some((each) => each.toLowerCase() === name.toLowerCase());
  const remaining = (now["materials"] as string[]).filter((name) => !isNamed(name));
  const merged = [...remaining, ...added.filter((name) => !remaining.includes(name))];
  if (merged.length === 0)
    throw new CommandRefused(`${String(now["title"])} would have no wood. Add another wood too.`);
  if ([...added, ...removed].some((name) => name.includes(BETWEEN)))
    throw refuseField("add-material", `The name of a wood cannot contain the character ${BETWEEN}.`);
  return merged.join(` ${BETWEEN} `);
}

/** Changes products. If values changed, runs `inspect` in the same transaction: it may throw to cancel the changes. */
export const editProducts = (
  context: Context,
  ids: readonly string[],
  { toCells, counts = false }: Edits,
  inspect: (changes: readonly ProductChange[], tx: Tx) => Promise<void> = async () => {},
) =>
  context.transact(async (tx) => {
    const { revision } = await lockCatalogue(tx, context.now());
    if (counts) await lockCounts(tx, ids.toSorted());
    await refuseAbsent(tx, ids);
    const stored = await readWrittenProducts(tx, ids);
    const rows = ids.map((id): Record<string, string> => {
      const current = stored.get(id);
      if (!current) throw new CommandRefused(formatMissingProduct(id));
      return { ...toCells(current), slug: id };
    });
    const isOnlyHidden = rows.every((row) => row["hidden"] === "yes" && Object.keys(row).length === 2);
    const result = isOnlyHidden
      ? { changes: await hideProducts(context, tx, ids, revision + 1), warnings: [] }
      : await writeValues(within(context, tx), rows);
    if (result.changes.length > 0) await inspect(result.changes, tx);
    return result;
  });

/** Hides products without checking them, so that an old error in a product never keeps it in the shop. */
async function hideProducts(
  context: Context,
  tx: Tx,
  ids: readonly string[],
  revision: number,
): Promise<ProductChange[]> {
  const tracked = await trackProducts(tx, ids);
  // Locks products by ascending id, as the checkout does, which prevents deadlocks.
  for (const id of ids.toSorted()) {
    await withdrawStock(tx, [id], true);
    await tx
      .update(product)
      .set({ hiddenByHand: true, revision })
      .where(and(eq(product.id, id), eq(product.hiddenByHand, false)));
  }
  const changes = await tracked.noteChanges(context.now());
  if (changes.length > 0) await beginCatalogueRevision(context, tx);
  await recordCatalogueChange(context, tx, { products: changes });
  return changes;
}

/** Refuses changes after which a product without an HSN code would be visible. @throws UsageError */
export async function refuseToShow(
  context: Context,
  tx: Tx,
  changes: readonly ProductChange[],
): Promise<void> {
  const ids = changes.filter(({ to }) => "hsn" in to || "hiddenByHand" in to).map(({ id }) => id);
  const missing = await listWithoutHsn(context, { db: tx, ids });
  refuseWithoutHsn(
    missing,
    missing.length === 1
      ? "Enter the HSN of the product first, for example 4419."
      : "Enter the HSN of these products first, or hide the products.",
  );
}

/** @throws CommandRefused if a product was removed, because a change does not bring it back to the shop */
async function refuseAbsent(tx: Tx, ids: readonly string[]): Promise<void> {
  const [withdrawn] = await tx
    .select({ title: product.title })
    .from(product)
    .where(and(isAnyOfMany(product.id, ids), eq(product.inOwnerList, false)))
    .limit(1);
  if (withdrawn)
    throw new CommandRefused(
      `${withdrawn.title} was removed from your list of products. Import the product again before you change it.`,
    );
}

export const within = (context: Context, tx: Tx): Context => ({
  ...context,
  db: tx as unknown as Db,
  transact: (callback) => callback(tx),
});

function toQuestion(changes: readonly ProductChange[]): string {
  const lines = changes.slice(0, LINES_SHOWN).map(describeProductChange);
  const remaining = changes.length - lines.length;
  return [
    `Change ${formatCount(changes.length, "product")}?`,
    ...[...lines, ...(remaining > 0 ? [`and ${formatCount(remaining, "more product")}`] : [])].map(
      (line) => `  ${line}`,
    ),
  ].join("\n");
}
