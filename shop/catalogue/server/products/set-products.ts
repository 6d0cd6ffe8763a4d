import { formatRupeesGrouped, fromRupees, type Paise, toRupees } from "#contract/money.ts";
import { formatCount, joinTexts } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import {
  createConfirmation,
  type CommandInput,
  CommandRefused,
  defineCommand,
  refuseField,
  UsageError,
} from "#platform/operator/command.ts";
import { calculateAvailable } from "#shop/inventory/server/index.ts";
import { describeProductChange, listFieldChanges, type ProductChange } from "../catalogue-changes.ts";
import { NONE, toLines } from "../content/change-content.ts";
import type { WrittenProduct } from "../owner-folder/product-file.ts";
import { BETWEEN } from "../owner-folder/spreadsheet.ts";
import { getSnapshot, refreshSnapshot } from "../snapshot/snapshot.ts";
import { editProducts, refuseToShow, type ToCells } from "./edit-products.ts";
import { readRows } from "./list-command.ts";
import { findProductRevision, IN_SHOP, listIds, productArgument } from "./product-commands.ts";
import { texts, toCells } from "./add-product.ts";
import { describeRate } from "./without-hsn.ts";

const LINES_SHOWN = 12;
const ROWS_SHOWN = 200;

export const setProductsCommand = defineCommand({
  noun: "products",
  verb: "set",
  summary: "Changes products. Only the values you enter change, and shoppers see them at once.",
  preview: "rehearse",
  args: [{ ...productArgument, summary: "the products, as in their URLs", many: true }],
  options: {
    price: { summary: "the price in rupees before GST, e.g. 1499 or 588.82", kind: "amount" },
    by: { summary: "the change of the price: -10%, +5%, -50 or +50" },
    round: {
      summary: "round the new prices to this number of rupees",
      choices: ["1", "5", "10", "50", "100"],
    },
    was: {
      summary: "the earlier price, shown struck through: an amount, now for the current price, or none",
      kind: "amount",
      or: ["now", NONE],
    },
    stock: {
      summary: "the pieces in the workshop, with those of open orders: 12, +5, -2; none for made to order",
      or: [NONE],
    },
    hidden: { summary: "whether the products are hidden from shoppers", choices: ["yes", "no"] },
    ...texts,
    "add-material": { summary: "a wood to add to each product", kind: "material", many: true },
    "remove-material": { summary: "a wood to remove from each product", kind: "material", many: true },
  },
  revision: findProductRevision,
  examples: [
    "products set teak-tissue-box --price 1299 --was 1499",
    "products set teak-tissue-box --stock 12",
    "products set teak-tissue-box --hidden yes",
    'products set teak-tissue-box --title "Teak Tissue Box" --size "10 x 5 x 3" --weight 900',
    "products set teak-tissue-box teak-soup-bowls-pair --by -10% --round 10",
    'products set teak-tissue-box teak-soup-bowls-pair --collection "Evening Chai"',
  ],
  async run(context, { args, options, confirmed }) {
    const ids = listIds(args["id"]);
    const edits = { toCells: parseHow(options), counts: options["stock"] !== undefined };
    const { changes, warnings } = await editProducts(context, ids, edits, async (changes, tx) => {
      await refuseToShow(context, tx, changes);
      if (ids.length > 1 || changes.some(isLarge)) createConfirmation(confirmed, toQuestion)(changes);
    });
    await refreshSnapshot(context);
    const rows = changes.flatMap((change) =>
      listFieldChanges(change).map(([label, from, to]) => [change.title, label, from, to]),
    );
    const single = ids[1] === undefined ? await describeOne(context, ids[0] ?? "", options) : null;
    return {
      facts: single?.facts ?? { changed: changes.length, unchanged: ids.length - changes.length },
      columns: ["Product", "What", "Before", "Now"],
      rows: rows.slice(0, ROWS_SHOWN),
      message: joinTexts(
        "\n",
        rows.length > ROWS_SHOWN && `${rows.length - ROWS_SHOWN} further changes are not shown here.`,
        rows.length > 0 ? IN_SHOP : "Nothing changed: the products have these values already.",
        ...new Set(warnings),
        single?.reserved,
        ...(options["hidden"] === "yes" ? describeHidden(context, ids) : []),
      ),
      data: { changes },
    };
  },
});

/** Describes the price with GST, the GST rate and the stock of a product, if the command has changed them. */
async function describeOne(context: Context, id: string, { price, by, hsn, stock }: CommandInput["options"]) {
  const [row] = await readRows(context, [id]);
  const left = row && !row.backorder ? calculateAvailable(row) : null;
  const facts = {
    product: id,
    ...(row && hsn !== undefined && { GST: describeRate(context, row) }),
    ...(row && (price ?? by) !== undefined && { "including GST": formatRupeesGrouped(row.inclusivePrice) }),
    ...(stock !== undefined && { left: left ?? "made to order" }),
  };
  if (stock === undefined || !row?.reserved) return { facts, reserved: "" };
  const reserved = `${formatCount(row.reserved, "piece")} ${row.reserved === 1 ? "is" : "are"} reserved for open orders.`;
  return {
    facts,
    reserved: left === null ? reserved : `${formatCount(left, "piece")} can be ordered now. ${reserved}`,
  };
}

/** Returns the effects of hiding the products. */
function describeHidden(context: Context, ids: readonly string[]): string[] {
  const tiles = getSnapshot(context).files.hotProducts.filter(({ product }) => ids.includes(product ?? ""));
  return [
    "No page shows a hidden product and nobody can order it. It also disappears from carts. Existing orders keep it.",
    ...tiles.map(
      ({ tile }) =>
        `Tile ${tile} of Hot Products opens the list of its product type until you show the product again.`,
    ),
  ];
}

/** True if the price is less than half or more than twice the previous price, which may be a typing mistake. */
const isLarge = ({ from: { price: previous = 0 }, to: { price = 0 } }: ProductChange): boolean =>
  price * 2 < previous || (previous > 0 && price > previous * 2);

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

function parseHow(options: CommandInput["options"]): ToCells {
  const price = parsePrice(options);
  const stock = parseStock(options["stock"]);
  const { "add-material": added, "remove-material": removed } = options;
  const changesMaterials = added !== undefined || removed !== undefined;
  if (changesMaterials && options["materials"] !== undefined)
    throw refuseField("materials", "Enter either all woods, or the woods to add and to remove.");
  if (Object.values(options).every((value) => value === undefined))
    throw new UsageError("Enter what you want to change, for example a price, a stock or a title.");
  return (now) => ({
    ...toCells(options, now),
    ...price?.(now),
    ...stock?.(now),
    ...(changesMaterials && {
      materials: mergeMaterials(now, toLines(added) ?? [], toLines(removed) ?? []),
    }),
  });
}

function parsePrice({ price, by, round, was }: CommandInput["options"]): ToCells | undefined {
  if ([price, by, round, was].every((option) => option === undefined)) return undefined;
  if (price !== undefined && by !== undefined)
    throw refuseField("by", "Enter either the new price or its change.");
  const entered = price === undefined ? null : (fromRupees(price) ?? 0);
  const change = by === undefined ? (previous: Paise) => entered ?? previous : parseChange(by);
  const unit = round === undefined ? 1 : Number(round) * 100;
  return (now) => {
    const previous = toPaise(now["price"]);
    const newPrice = Math.round(change(previous) / unit) * unit;
    const title = String(now["title"]);
    if (newPrice <= 0)
      throw refuseField(
        price === undefined ? "by" : "price",
        `${title} would cost ${formatRupeesGrouped(Math.max(newPrice, 0))}. Nothing was changed. Choose a higher price.`,
      );
    const earlier =
      was === undefined ? toPaise(now["originalPrice"]) : was === "now" ? previous : fromRupees(was);
    if (was !== undefined && was !== "now" && earlier !== null && earlier < newPrice)
      throw refuseField(
        "was",
        `${formatRupeesGrouped(earlier)} is below the price of ${title}. Enter more than ${formatRupeesGrouped(newPrice)}, or leave the earlier price empty.`,
      );
    return {
      price: String(toRupees(newPrice)),
      // An earlier price below the new price is raised to the new price. Then no reduction is shown.
      originalPrice: earlier === null ? "" : String(toRupees(Math.max(earlier, newPrice))),
    };
  };
}

const toPaise = (rupees: unknown): Paise => fromRupees(Number(rupees)) ?? 0;

function parseChange(text: string): (previous: Paise) => Paise {
  const [, sign, number = "", percent] = /^([+\-−])\s*([^%]*?)\s*(%?)$/.exec(text.trim()) ?? [];
  // `fromRupees` multiplies by 100, so a percentage becomes hundredths of a percent.
  const hundredths = fromRupees(number);
  if (hundredths === null)
    throw refuseField("by", `"${text}" is not a change of a price. Enter -10%, +5%, -50 or +50.`);
  const step = sign === "+" ? hundredths : -hundredths;
  return (previous) => (percent ? Math.round((previous * (10_000 + step)) / 10_000) : previous + step);
}

function parseStock(text: string | undefined): ToCells | undefined {
  if (text === undefined) return undefined;
  if (text === NONE) return () => ({ stock: "" });
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
  const remaining = ((now["materials"] ?? []) as string[]).filter((name) => !isNamed(name));
  const merged = [...remaining, ...added.filter((name) => !remaining.includes(name))];
  if (merged.length === 0)
    throw new CommandRefused(`${String(now["title"])} would have no wood. Add another wood too.`);
  if ([...added, ...removed].some((name) => name.includes(BETWEEN)))
    throw refuseField("add-material", `The name of a wood cannot contain the character ${BETWEEN}.`);
  return merged.join(` ${BETWEEN} `);
}
