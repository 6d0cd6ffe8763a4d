import path from "node:path";
import { rupees } from "#contract/money.ts";
import { counted } from "#contract/text.ts";
import { type Command, command, CommandRefused, type CommandResult } from "#platform/command.ts";
import { checkCatalogue, importCatalogue } from "./import-catalogue.ts";
import { findProduct } from "./find-products.ts";
import { CatalogueFaults, type Fault } from "./owner-file.ts";
import { priceOf } from "../product.ts";
import { setStock } from "./set-stock.ts";
import { refreshSnapshot, snapshotOf } from "./snapshot.ts";
import { stockCommands } from "./stock-commands.ts";

const folder = {
  name: "folder",
  summary: "the catalogue folder; without it the one the shop was started with",
  optional: true,
} as const;

const list = command({
  noun: "products",
  verb: "list",
  summary: "the products in the shop, newest first",
  args: [],
  options: { limited: { summary: "only pieces in limited number", flag: true } },
  examples: ["products list", "products list --limited"],
  async run(context, { options }) {
    const shown = snapshotOf(context).products.filter(
      ({ stock }) => !options["limited"] || stock !== undefined,
    );
    return {
      columns: ["id", "title", "price", "left"],
      rows: shown.map((product) => [
        product.id,
        product.title,
        rupees(priceOf(product)),
        product.stock ?? "made to order",
      ]),
      data: shown,
    };
  },
});

const check = command({
  noun: "products",
  verb: "check",
  summary: "look through the catalogue folder without changing anything",
  args: [folder],
  options: {},
  examples: ["products check", "products check ./catalogue"],
  run: async (context, { args, folder: here }) =>
    remarks(
      "The catalogue is in order.",
      await orFaults(checkCatalogue(context, chosen(args["folder"], here, context.config))),
    ),
});

const importAll = command({
  noun: "products",
  verb: "import",
  summary: "take the catalogue folder into the shop: all of it, or nothing",
  args: [],
  options: {},
  examples: ["products import"],
  async run(context) {
    const { warnings, ...counts } = await orFaults(importCatalogue(context, context.config.catalogueDir));
    await refreshSnapshot(context);
    return {
      ...remarks("The catalogue is in the shop.", warnings),
      facts: { ...counts },
      data: { ...counts, warnings },
    };
  },
});

const countStock = command({
  noun: "products",
  verb: "set-stock",
  summary: "say how many pieces are in the workshop, those in open orders included",
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

/** The operator's hands on the catalogue. */
export const catalogueCommands: Command[] = [list, check, importAll, countStock, ...stockCommands];

const chosen = (asked: string | undefined, here: string, config: { catalogueDir: string }): string =>
  asked === undefined ? config.catalogueDir : path.resolve(here, asked);

async function orFaults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw cause instanceof CatalogueFaults ? new CommandRefused(cause.message) : cause;
  }
}

const remarks = (title: string, warnings: readonly Fault[]): CommandResult => ({
  title: warnings.length === 0 ? title : `${title} ${counted(warnings.length, "remark")}:`,
  columns: ["file", "entry", "field", "remark"],
  rows: warnings.map(({ file, where, field, message }) => [file, where, field, message]),
});
