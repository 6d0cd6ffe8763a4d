import type { Context } from "#platform/context.ts";
import { beginsWith } from "#platform/database/statement.ts";
import type { Command } from "#platform/operator/command.ts";
import { type ValueLists, MAX_VALUES } from "#platform/operator/operator-socket.ts";
import type { SuggestedValue } from "#platform/operator/protocol.ts";
import { collections } from "./collections.ts";
import { homePageCommands } from "./home-page.ts";
import { brand } from "./content/brand-commands.ts";
import { ruleCommands } from "./content/rules-commands.ts";
import { seller } from "./content/seller-commands.ts";
import { taxes } from "./content/tax-commands.ts";
import { texts } from "./content/text-commands.ts";
import { hotProducts } from "./hot-products.ts";
import { offers } from "./special-offer.ts";
import { exportAll, importAll } from "./import/import-commands.ts";
import { listHsnValues } from "./products/without-hsn.ts";
import { getKnownNames } from "./products/known-names.ts";
import { changeMany } from "./products/change-many.ts";
import { declarations } from "./products/declarations.ts";
import { listProducts } from "./products/list-command.ts";
import { showDetails } from "./products/product-details.ts";
import { addProduct } from "./products/product-edits.ts";
import { changePictures } from "./products/product-pictures.ts";
import { setProduct } from "./products/set-product.ts";
import { synonyms } from "./search/synonym-commands.ts";
import { getSnapshot } from "./snapshot/snapshot.ts";
import { product } from "./tables.ts";
import { purgePages } from "./purge-pages.ts";
import { pushPictures } from "./push-pictures-command.ts";

const listProductValues = async ({ db }: Context, prefix: string): Promise<SuggestedValue[]> =>
  db
    .select({ value: product.id, summary: product.title })
    .from(product)
    .where(beginsWith(product.id, prefix))
    .orderBy(product.id)
    .limit(MAX_VALUES);

const listPiecesValues = async (context: Context, prefix: string): Promise<SuggestedValue[]> =>
  (await listProductValues(context, prefix.replace(/:.*$/, ""))).map(({ value, summary }) => ({
    value: prefix.includes(":") ? prefix : `${value}:1`,
    summary,
  }));

const listCollectionValues = async (context: Context, prefix: string): Promise<SuggestedValue[]> =>
  getSnapshot(context)
    .homeContent.collections.filter(({ name }) => name.toLowerCase().startsWith(prefix.toLowerCase()))
    .map(({ name, description = "" }) => ({ value: name, summary: description }));

const listNames =
  (kind: "category" | "subcategory") =>
  async (context: Context, prefix: string): Promise<SuggestedValue[]> =>
    getKnownNames(context)
      .list(kind)
      .filter((name) => name.toLowerCase().startsWith(prefix.toLowerCase()))
      .map((value) => ({ value, summary: "" }));

export const catalogueValues: ValueLists = {
  category: listNames("category"),
  subcategory: listNames("subcategory"),
  product: listProductValues,
  pieces: listPiecesValues,
  collection: listCollectionValues,
  hsn: listHsnValues,
};

export const catalogueCommands: Command[] = [
  listProducts,
  showDetails,
  addProduct,
  setProduct,
  changeMany,
  declarations,
  changePictures,
  importAll,
  exportAll,
  pushPictures,
  purgePages,
  collections,
  hotProducts,
  ...homePageCommands,
  offers,
  brand,
  seller,
  ...ruleCommands,
  taxes,
  texts,
  synonyms,
];
