import { createProductInFolder, writeCatalogueFolder } from "../../support/catalogue-folder.ts";

/** The pieces of each product before the day. */
export const COUNTED = 5_000;

/** The goods, in the order in which one walks along the shelves; the last lies on none. */
export const goods = [
  { slug: "diya-bowl", shelf: "A2", price: 899, hsn: "4419" },
  { slug: "rangoli-tray", shelf: "A10", price: 2499, hsn: "4419" },
  { slug: "mango-spoon", shelf: "B1", price: 249, hsn: "4419" },
  { slug: "teak-board", shelf: "B3", price: 3799, hsn: "4419" },
  { slug: "gift-box", shelf: undefined, price: 1450, hsn: "4420" },
] as const;

/** The owner's folder with these goods; the caller removes it. */
export const writeGoods = (): Promise<string> =>
  writeCatalogueFolder((files) => {
    files["products.json"].push(
      ...goods.map(({ slug, shelf, price, hsn }) =>
        createProductInFolder(slug, {
          price,
          originalPrice: price,
          hsn,
          stock: COUNTED,
          ...(shelf && { shelf }),
        }),
      ),
    );
  });
