import { formatRupees } from "#contract/money.ts";
import { type Command, defineCommand, CommandRefused } from "#platform/command.ts";
import { calculateAvailable, setStock } from "#server/inventory";
import { collectionCommands } from "./collections/collection-commands.ts";
import { findStoredProducts } from "./products/find-stored-products.ts";
import { hotProductCommands } from "./home/hot-product-commands.ts";
import { productCommands } from "./products/product-commands.ts";
import { findProduct } from "./products/find-products.ts";
import { refreshSnapshot } from "./snapshot/snapshot.ts";
import { check, importAll } from "./import/import-commands.ts";

const list = defineCommand({
  noun: "products",
  verb: "list",
  summary: "The products in the shop, newest first.",
  args: [],
  options: {
    limited: { summary: "only pieces in limited number", flag: true },
    hidden: { summary: "only those that are not in the shop window, and why", flag: true },
    search: { summary: "only those whose id or title holds these words" },
  },
  examples: [
    "products list",
    "products list --limited",
    "products list --hidden",
    "products list --search tray",
  ],
  async run(context, { options }) {
    const wanted = (options["search"] ?? "").toLowerCase();
    const rows = (await findStoredProducts(context, options["hidden"] !== undefined)).filter(
      ({ id, title, onHand }) =>
        (!options["limited"] || onHand !== null) && `${id} ${title}`.toLowerCase().includes(wanted),
    );
    return {
      columns: ["id", "title", "price", "left", "in the shop"],
      rows: rows.map((row) => [
        row.id,
        row.title,
        formatRupees(row.price),
        calculateAvailable(row) ?? "made to order",
        row.hidden ? (row.listed ? "hidden by hand" : "not in the list") : "yes",
      ]),
      message: rows.length === 0 ? "There are no such products." : "",
      data: rows,
    };
  },
});

const countStock = defineCommand({
  noun: "products",
  verb: "set-stock",
  summary: "Say how many pieces are in the workshop, those in open orders included.",
  args: [
    { name: "id", summary: "the product, as in its address" },
    { name: "count", summary: "a whole number, or 'none' for a piece made to order" },
  ],
  options: {},
  examples: ["products set-stock teak-tissue-box 12", "products set-stock teak-tissue-box none"],
  async run(context, { args: { id = "", count = "" } }) {
    if (count !== "none" && !/^\d{1,6}$/.test(count)) {
      throw new CommandRefused(
        `"${count}" is no count. Write a whole number, or none for a piece made to order.`,
      );
    }
    const known = await setStock(context, id, count === "none" ? null : Number(count));
    if (!known) throw new CommandRefused(`There is no product "${id}". See: products list`);
    await refreshSnapshot(context);
    const left = findProduct(context, id)?.stock;
    return { facts: { product: id, left: left ?? "made to order" } };
  },
});

/** The operator's commands for the catalogue. */
export const catalogueCommands: Command[] = [
  list,
  check,
  importAll,
  countStock,
  ...productCommands,
  ...collectionCommands,
  ...hotProductCommands,
];
