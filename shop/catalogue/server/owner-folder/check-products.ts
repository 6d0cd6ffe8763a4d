import { formatCount, isSameText } from "#contract/text.ts";
import { listSellerWarnings } from "#server/seller";
import { type FileError, listUnconfirmed } from "#platform/owner-file.ts";
import { isDiscountWrong, calculateReduction } from "../../price.ts";
import type { Goods } from "./catalogue-folder.ts";
import { productInFile, type ProductInFile } from "./product-file.ts";
import type { ProductList } from "./product-list.ts";

/** What one file alone cannot show: doubles, names that lead nowhere, odd discounts (D12), claims to confirm. */
export function checkGoods(goods: Goods, errors: FileError[], warnings: FileError[]): void {
  const collections = new Set(goods.homeContent.collections.map(({ name }) => name));
  checkProducts(
    goods.list,
    { names: collections, otherwise: "is not in collections.json." },
    errors,
    warnings,
  );
  checkCollections(goods.homeContent.collections, errors);
  checkHotProducts(goods, errors, warnings);
  warnings.push(...listUnconfirmed("offers.json", "specialOffer", goods.specialOffer?.toConfirm ?? []));
  for (const [index, { toConfirm }] of goods.homeContent.offerCards.entries())
    warnings.push(...listUnconfirmed("offers.json", `card ${index + 1}`, toConfirm));
  if (goods.homeContent.seller) warnings.push(...listSellerWarnings(goods.homeContent.seller));
}

/** The list of products against itself and the collections there are. */
export function checkProducts(
  { file, products, places }: ProductList,
  collections: { names: ReadonlySet<string>; otherwise: string },
  errors: FileError[],
  warnings: FileError[],
): void {
  const seen = new Set<string>();
  for (const [at, product] of products.entries()) {
    const where = places[at] ?? product.slug;
    if (seen.has(product.slug)) errors.push({ file, where, field: "slug", message: "stands twice." });
    seen.add(product.slug);
    if (product.collection !== undefined && !collections.names.has(product.collection)) {
      const message = `"${product.collection}" ${collections.otherwise}`;
      errors.push({ file, where, field: "collection", message });
    }
    for (const [field, message] of listProductWarnings(product))
      warnings.push({ file, where, field, message });
    warnings.push(...listUnconfirmed(file, where, product.toConfirm));
  }
}

function* listProductWarnings(product: ProductInFile): Generator<[field: string, message: string]> {
  const { price, originalPrice = price, discount, alt, images } = product;
  if (isDiscountWrong(discount, price, originalPrice)) {
    const real = Math.round(calculateReduction(price, originalPrice) * 10) / 10;
    yield ["discount", `says ${discount} %, but the two prices make it ${real} %.`];
  }
  if (originalPrice < price) yield ["originalPrice", "is below the price and will not be shown."];
  if (alt.length !== images.length)
    yield ["alt", `has ${formatCount(alt.length, "sentence")} for ${formatCount(images.length, "picture")}.`];
  for (const field of Object.keys(product)) {
    if (!(field in productInFile.entries)) yield [field, "is no field of a product; it is not used."];
  }
}

/** Two of one name would be one entry of the menu (D34). */
function checkCollections(collections: Goods["homeContent"]["collections"], errors: FileError[]): void {
  for (const [at, { name }] of collections.entries()) {
    if (collections.findIndex((other) => isSameText(other.name, name)) < at)
      errors.push({ file: "collections.json", where: name, field: "name", message: "stands twice." });
  }
}

function checkHotProducts({ list, homeContent }: Goods, errors: FileError[], warnings: FileError[]): void {
  const file = "hot-products.json";
  const slugs = new Set(list.products.map(({ slug }) => slug));
  const taken = new Set<number>();
  for (const { tile, product } of homeContent.hotProducts) {
    const where = `tile ${tile}`;
    if (taken.has(tile)) errors.push({ file, where, field: "tile", message: "stands twice." });
    taken.add(tile);
    if (!slugs.has(product)) {
      warnings.push({
        file,
        where,
        field: "product",
        message: `"${product}" is not in ${list.file}; the listing opens instead.`,
      });
    }
  }
}
