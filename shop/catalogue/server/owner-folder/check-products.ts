import { formatRupeesGrouped, fromRupees } from "#contract/money.ts";
import { formatCount, isSameText, joinFirst } from "#contract/text.ts";
import { type FileError, listUnconfirmed } from "#platform/storage/owner-file.ts";
import { calculateInclusivePrice } from "#shop/pricing/gst.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { checkTaxes, type TaxedProduct, type TaxesInFile } from "#shop/pricing/server/index.ts";
import { DEFAULT_NAME } from "#shop/brand/brand.ts";
import { listSellerWarnings } from "#shop/seller/server/index.ts";
import { listSampleWords } from "#shop/texts/server/index.ts";
import { isDiscountWrong, calculateReduction } from "../../price.ts";
import { menuCategories, searchList } from "../../subcategories.ts";
import type { MenuInFile, WrittenContent } from "./home-content-files.ts";
import { listNamedByProducts, productInFile, type ProductInFile, type ProductList } from "./product-file.ts";

/** Content of a catalogue folder or of the running shop. A part is missing if its file is missing or has errors. */
type Content = Partial<WrittenContent>;

/** Checks products, taxes and values that depend on several files. `list` is null if its file has errors. */
export function checkGoods(
  list: ProductList | null,
  content: Content,
  errors: FileError[],
  warnings: FileError[],
): void {
  const { collections, hotProducts = [], makers = [], menu, story, taxes, tiles = [] } = content;
  if (list) {
    const existingNames = {
      collections: collections && {
        names: collections.map(({ name }) => name),
        otherwise: "is not in collections.json. Add the collection there, or correct the name.",
      },
      makers: story && {
        names: makers.map(({ name }) => name),
        otherwise: "is not a maker in story.json. Add the maker there, or correct the name.",
      },
    };
    checkProducts(list, existingNames, errors, warnings);
    // Check the tiles only if the menu has no errors, because a tile may need a product type of the menu.
    const isMenuWrong = errors.some(({ file }) => file === "menu.json");
    if (!isMenuWrong) errors.push(...listTileErrors(list, tiles, menu));
    warnings.push(...listHotProductWarnings(hotProducts, list));
  }
  const products = list?.products.map(({ slug, ...product }) => ({ ...product, id: slug })) ?? null;
  if (products && taxes) errors.push(...listTaxFindings(taxes, products, true));
  errors.push(...listCashErrors(content));
  warnings.push(...listContentWarnings(content, products));
}

/** The customer pays the shipping fee with its GST in cash too, so the limit for cash must be higher. */
export function* listCashErrors({
  seller,
  rules = {},
}: {
  seller?: Content["seller"] | undefined;
  rules?: Content["rules"];
}): Generator<FileError> {
  const limit = rules.cashOnDelivery && fromRupees(rules.cashOnDelivery.upTo);
  const fee = calculateInclusivePrice(
    fromRupees(rules.shippingFee ?? 0) ?? 0,
    seller?.taxRates ?? TAX_RATES,
    {},
  );
  if (typeof limit === "number" && limit <= fee)
    yield {
      file: "rules.json",
      where: "",
      field: "cashOnDelivery.upTo",
      message: `must be more than the shipping fee with GST, ${formatRupeesGrouped(fee)}. Otherwise no order can be paid in cash.`,
    };
}

export function* listContentWarnings(
  { seller, taxes, menu, texts, specialOffer, offerCards = [] }: Content,
  products: readonly (TaxedProduct & { subcategory: string })[] | null,
): Generator<FileError> {
  yield* listUnconfirmed("offers.json", "specialOffer", specialOffer?.toConfirm ?? []);
  for (const [index, { toConfirm }] of offerCards.entries())
    yield* listUnconfirmed("offers.json", `card ${index + 1}`, toConfirm);
  if (products && menu) yield* listLost(products, menu);
  if (products && taxes) yield* listTaxFindings(taxes, products, false);
  if (!seller) return;
  if (texts && seller.tradeName !== DEFAULT_NAME) yield* listSampleWords(texts);
  yield* listSellerWarnings(seller);
}

function* listTaxFindings(
  taxes: TaxesInFile,
  products: readonly TaxedProduct[],
  asErrors: boolean,
): Generator<FileError> {
  for (const { isError, ...finding } of checkTaxes(taxes, products)) if (isError === asErrors) yield finding;
}

interface KnownNames {
  names: readonly string[];
  otherwise: string;
}

export function checkProducts(
  list: ProductList,
  { collections, makers }: Readonly<Record<"collections" | "makers", KnownNames | undefined>>,
  errors: FileError[],
  warnings: FileError[],
): void {
  const { file, products, places } = list;
  const seenSlugs = new Set<string>();
  for (const { where, slug, collection, maker } of listNamedByProducts(list)) {
    if (slug !== undefined && seenSlugs.has(slug))
      errors.push({ file, where, field: "slug", message: "appears twice. Each product needs its own." });
    if (slug !== undefined) seenSlugs.add(slug);
    if (collection !== undefined && collections && !collections.names.includes(collection)) {
      const message = `"${collection}" ${collections.otherwise}`;
      errors.push({ file, where, field: "collection", message });
    }
    if (maker !== undefined && makers && !isAmong(makers.names, maker))
      errors.push({ file, where, field: "maker", message: `"${maker}" ${makers.otherwise}` });
  }
  for (const [at, product] of products.entries()) {
    const place = places[at] ?? product.slug;
    for (const [field, message] of listProductWarnings(product))
      warnings.push({ file, where: place, field, message });
    warnings.push(...listUnconfirmed(file, place, product.toConfirm));
  }
  warnings.push(...listWithoutHsn(list));
}

function* listLost(products: readonly { subcategory: string }[], { menu }: MenuInFile): Generator<FileError> {
  if (!menu) return;
  const entries = menu.flatMap(({ subcategories }) => subcategories);
  const kinds = [...new Set(products.map(({ subcategory }) => subcategory))].filter(Boolean);
  for (const kind of kinds.filter((sold) => !isAmong(entries, sold)))
    yield {
      file: "products.json",
      where: "",
      field: "subcategory",
      message: `"${kind}" is in no menu, so the menus do not show this product type. Add it to a menu if shoppers should find it there.`,
    };
  for (const entry of entries.filter((listed) => !isAmong(kinds, listed)))
    yield {
      file: "menu.json",
      where: "",
      field: "menu",
      message: `"${entry}" opens an empty page, because it has no products. Remove it from the menu, or add a product.`,
    };
}

export const listKinds = (
  products: readonly { subcategory: string }[],
  menu: MenuInFile | undefined,
): string[] => [
  ...new Set([
    ...searchList,
    ...menuCategories.flatMap(({ subcategories }) => subcategories),
    ...(menu?.menu ?? []).flatMap(({ subcategories }) => subcategories),
    ...(menu?.search ?? []),
    ...products.map(({ subcategory }) => subcategory).filter(Boolean),
  ]),
];

function* listTileErrors(
  list: ProductList,
  tiles: WrittenContent["tiles"],
  menu: MenuInFile | undefined,
): Generator<FileError> {
  const named = [...listNamedByProducts(list)].flatMap(({ subcategory }) =>
    subcategory ? { subcategory } : [],
  );
  const kinds = listKinds(named, menu);
  for (const [index, { subcategory }] of tiles.entries())
    if (!isAmong(kinds, subcategory))
      yield {
        file: "tiles.json",
        where: `entry ${index + 1}`,
        field: "subcategory",
        message: `is not a product type of the shop. Choose one of ${kinds.join(", ")}.`,
      };
}

function* listProductWarnings(product: ProductInFile): Generator<[field: string, message: string]> {
  const { price, originalPrice = price, discount, alt, images, hidden = false } = product;
  if (isDiscountWrong(discount, price, originalPrice)) {
    const calculated = Math.round(calculateReduction(price, originalPrice) * 10) / 10;
    yield ["discount", `is ${discount} %, but the two prices make it ${calculated} %. Correct one of them.`];
  }
  if (price === 0 && !hidden) yield ["price", FREE_WARNING];
  if (originalPrice < price)
    yield [
      "originalPrice",
      "is below the price, so the shop does not show it. Enter a higher earlier price, or remove it.",
    ];
  const described = alt.filter(Boolean).length;
  if (described !== images.length || alt.length > images.length)
    yield [
      "alt",
      `has ${formatCount(described, "sentence")} for ${formatCount(images.length, "picture")}. Write one sentence for each picture.`,
    ];
  for (const field of Object.keys(product)) {
    if (!(field in productInFile.entries)) yield [field, "is not a field of a product, so it is ignored."];
  }
}

function* listHotProductWarnings(
  hotProducts: WrittenContent["hotProducts"],
  list: ProductList,
): Generator<FileError> {
  const slugs = new Set(Array.from(listNamedByProducts(list), ({ slug }) => slug));
  for (const { tile, product } of hotProducts)
    if (!slugs.has(product))
      yield {
        file: "hot-products.json",
        where: `tile ${tile}`,
        field: "product",
        message: `"${product}" is not in ${list.file}, so the tile opens the list of its product type. Choose a product of the shop.`,
      };
}

/** Returns a single warning for all products without an HSN, because the list may have no column for the HSN. */
function listWithoutHsn({ file, products }: ProductList): FileError[] {
  const missing = products.filter(({ hsn }) => hsn === undefined).map(({ slug }) => slug);
  if (missing.length === 0) return [];
  const message = `is missing for ${formatCount(missing.length, "product")} (${joinFirst(missing)}). It decides the GST and is printed on invoices, e.g. 4419 for wooden kitchenware.`;
  return [{ file, where: "", field: "hsn", message }];
}

export const FREE_WARNING = "is 0, so everybody can order it for free.";

const isAmong = (names: readonly string[], value: string): boolean =>
  names.some((name) => isSameText(name, value));
