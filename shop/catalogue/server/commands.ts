import type { Command } from "#platform/operator/command.ts";
import { collectionCommands } from "./collections.ts";
import { hotProductCommands } from "./hot-products.ts";
import { check, importAll } from "./import/import-commands.ts";
import { listProducts } from "./products/list-command.ts";
import { lowStock } from "./products/low-stock.ts";
import { hide, show, changePrice, countStock } from "./products/product-commands.ts";
import { purgePages } from "./purge-pages.ts";
import { pushPictures } from "./push-pictures-command.ts";

/** The operator's commands for the catalogue, in the order of the help. */
export const catalogueCommands: Command[] = [
  listProducts,
  check,
  importAll,
  countStock,
  lowStock,
  changePrice,
  hide,
  show,
  pushPictures,
  purgePages,
  ...collectionCommands,
  ...hotProductCommands,
];
