import { discountDisagrees, reductionPercent } from "../product.ts";
import { isSample } from "../seller.ts";
import type { Goods } from "./catalogue-folder.ts";
import type { Fault } from "./owner-file.ts";
import { productInFile } from "./product-file.ts";

/** What one file alone cannot tell: doubles, names that lead nowhere, odd discounts (D12), claims to confirm. */
export function checkGoods(goods: Goods, faults: Fault[], warnings: Fault[]): void {
  checkProducts(goods, faults, warnings);
  checkHotProducts(goods, faults, warnings);
  for (const claim of goods.specialOffer?.toConfirm ?? [])
    warnings.push(unconfirmed("offers.json", "specialOffer", claim));
  for (const [index, { toConfirm }] of goods.window.offerCards.entries()) {
    for (const claim of toConfirm) warnings.push(unconfirmed("offers.json", `card ${index + 1}`, claim));
  }
  if (goods.window.seller) checkSeller(goods.window.seller, warnings);
}

/** What the owner has left as the shop came (D88). */
function checkSeller(
  { toConfirm, ...seller }: NonNullable<Goods["window"]["seller"]>,
  warnings: Fault[],
): void {
  const file = "seller.json";
  const look = (value: unknown, field: string): void => {
    if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) look(inner, field ? `${field}.${name}` : name);
    } else if (typeof value === "string" && isSample(value)) {
      warnings.push({ file, where: "", field, message: `is still a sample: "${value}".` });
    }
  };
  look(seller, "");
  for (const claim of toConfirm) warnings.push(unconfirmed(file, "", claim));
}

function checkProducts({ products, window }: Goods, faults: Fault[], warnings: Fault[]): void {
  const file = "products.json";
  const collections = new Set(window.collections.map(({ name }) => name));
  const seen = new Set<string>();
  for (const product of products) {
    const { slug: where, price, originalPrice = price, discount } = product;
    if (seen.has(where)) faults.push({ file, where, field: "slug", message: "stands twice." });
    seen.add(where);
    if (product.collection !== undefined && !collections.has(product.collection)) {
      faults.push({
        file,
        where,
        field: "collection",
        message: `"${product.collection}" is not in collections.json.`,
      });
    }
    if (discountDisagrees(discount, price, originalPrice)) {
      const real = Math.round(reductionPercent(price, originalPrice) * 10) / 10;
      warnings.push({
        file,
        where,
        field: "discount",
        message: `says ${discount} %, but the two prices make it ${real} %.`,
      });
    }
    if (originalPrice < price) {
      warnings.push({
        file,
        where,
        field: "originalPrice",
        message: "is below the price and will not be shown.",
      });
    }
    if (product.alt.length !== product.images.length) {
      const message = `has ${product.alt.length} sentences for ${product.images.length} pictures.`;
      warnings.push({ file, where, field: "alt", message });
    }
    for (const field of Object.keys(product)) {
      if (!(field in productInFile.entries))
        warnings.push({ file, where, field, message: "is no field of a product; it is not used." });
    }
    for (const claim of product.toConfirm) warnings.push(unconfirmed(file, where, claim));
  }
}

function checkHotProducts({ products, window }: Goods, faults: Fault[], warnings: Fault[]): void {
  const file = "hot-products.json";
  const slugs = new Set(products.map(({ slug }) => slug));
  const taken = new Set<number>();
  for (const { tile, product } of window.hotProducts) {
    const where = `tile ${tile}`;
    if (taken.has(tile)) faults.push({ file, where, field: "tile", message: "stands twice." });
    taken.add(tile);
    if (!slugs.has(product)) {
      warnings.push({
        file,
        where,
        field: "product",
        message: `"${product}" is not in products.json; the listing opens instead.`,
      });
    }
  }
}

const unconfirmed = (file: string, where: string, claim: string): Fault => ({
  file,
  where,
  field: "toConfirm",
  message: `only you can vouch for "${claim}".`,
});
