import { links } from "#contract/links.ts";
import type { Context } from "#platform/context.ts";
import { beginsWith } from "#platform/database/statement.ts";
import type { Command } from "#platform/operator/command.ts";
import { type ValueLists, MAX_VALUES } from "#platform/operator/operator-socket.ts";
import type { SuggestedValue } from "#platform/operator/protocol.ts";
import { policyTitles } from "#shop/policies/titles.ts";
import { collectionsCommand } from "./collections.ts";
import { cardCommands } from "./card-commands.ts";
import { homeCommand } from "./home-page.ts";
import { brandCommand } from "./content/brand-commands.ts";
import { ruleCommands } from "./content/rules-commands.ts";
import { sellerCommand } from "./content/seller-commands.ts";
import { taxesCommand } from "./content/tax-commands.ts";
import { textsCommand } from "./content/text-commands.ts";
import { hotProductsCommand } from "./hot-products.ts";
import { menusCommand } from "./menus.ts";
import { offersCommand } from "./special-offer.ts";
import { exportAllCommand, importAllCommand } from "./import/import-commands.ts";
import { listHsnValues } from "./products/without-hsn.ts";
import { findProductSummary } from "./products/find-products.ts";
import { getKnownNames } from "./products/known-names.ts";
import { declarationsCommand } from "./products/declarations.ts";
import { listProductsCommand } from "./products/list-command.ts";
import { showDetailsCommand } from "./products/product-details.ts";
import { addProductCommand } from "./products/add-product.ts";
import { changePicturesCommand } from "./products/product-pictures.ts";
import { setProductsCommand } from "./products/set-products.ts";
import { synonymsCommand } from "./search/synonym-commands.ts";
import { getSnapshot } from "./snapshot/snapshot.ts";
import { product } from "./tables.ts";
import { purgePagesCommand } from "./purge-pages.ts";
import { pushPicturesCommand } from "./shown-pictures.ts";

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
  (kind: "category" | "subcategory" | "material") =>
  async (context: Context, prefix: string): Promise<SuggestedValue[]> =>
    getKnownNames(context)
      .list(kind)
      .filter((name) => name.toLowerCase().startsWith(prefix.toLowerCase()))
      .map((value) => ({ value, summary: "" }));

/** Lists the pages that a card can open. Lists a product's page only if `prefix` is its full path. */
async function listPageValues(context: Context, prefix: string): Promise<SuggestedValue[]> {
  const names = getKnownNames(context);
  const listListings = (kind: "category" | "subcategory" | "collection", of: string) =>
    names.list(kind).map((name) => ({ value: links.products({ [kind]: name }), summary: `${of}: ${name}` }));
  const pages = [
    { value: links.products(), summary: "All products" },
    ...listListings("category", "Category"),
    ...listListings("subcategory", "Product type"),
    ...listListings("collection", "Collection"),
    { value: links.layTheTable, summary: "Lay the table" },
    { value: links.gifts, summary: "Gifts" },
    { value: links.ourStory, summary: "Our Story" },
    { value: links.contact, summary: "Contact" },
    { value: links.faq, summary: policyTitles.faq },
    { value: links.care, summary: policyTitles.care },
  ];
  const product = findProductSummary(context, prefix.replace(links.product(""), ""));
  return [
    ...pages.filter(({ value }) => value.startsWith(prefix)),
    ...(product && prefix === links.product(product._id) ? [{ value: prefix, summary: product.title }] : []),
  ];
}

export const catalogueValues: ValueLists = {
  category: listNames("category"),
  subcategory: listNames("subcategory"),
  material: listNames("material"),
  product: listProductValues,
  pieces: listPiecesValues,
  collection: listCollectionValues,
  hsn: listHsnValues,
  page: listPageValues,
};

export const catalogueCommands: Command[] = [
  listProductsCommand,
  showDetailsCommand,
  addProductCommand,
  setProductsCommand,
  declarationsCommand,
  changePicturesCommand,
  importAllCommand,
  exportAllCommand,
  pushPicturesCommand,
  purgePagesCommand,
  collectionsCommand,
  hotProductsCommand,
  homeCommand,
  ...cardCommands,
  menusCommand,
  offersCommand,
  brandCommand,
  sellerCommand,
  ...ruleCommands,
  taxesCommand,
  textsCommand,
  synonymsCommand,
];
