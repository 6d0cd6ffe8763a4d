import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { listWidths } from "#shop/media/picture-sizes.ts";
import { getPlainHref } from "#shop/media/pictures.ts";
import { bowl } from "../../../tests/support/samples.ts";
import { type ProductCard, toListCards } from "../card.ts";
import type { Product } from "../product.ts";
import { dehydrateCards, hydrateCards } from "./dehydrated-cards.ts";
import { ProductGrid } from "./listing/product-grid.tsx";

const ownPicture = (name: string, width = 1200) => {
  const placeholder = `data:image/webp;base64,${name}`;
  const widths = listWidths(width);
  return { src: `/pictures/products/${name}.{w}.{f}`, width, height: 900, placeholder, widths };
};

const image = (name: string, alt: string, width?: number) => {
  const picture = ownPicture(name, width);
  return { url: getPlainHref(picture), alt, picture };
};

const products: Product[] = [
  { ...bowl, stock: 3, images: [image("bowl-1.0e774ebc", "A bowl"), image("bowl-2.1e774ebc", "Again")] },
  {
    ...bowl,
    _id: "a b/ü",
    title: "Ampersand & <b>",
    images: [image("x-1.a", "", 700), image("y-2.b", "Other")],
  },
  { ...bowl, _id: "wide", images: [image("wide-1.a", "Wide"), image("wide-2.b", "Narrow", 700)] },
  { ...bowl, _id: "elsewhere", images: [{ url: "https://else.example/a.jpg", alt: "A" }] },
  { ...bowl, _id: "odd-widths" },
  { ...bowl, _id: "none", images: [] },
  { ...bowl, _id: "sixth", images: [image("sixth-1.c", "Without a placeholder")] },
];

/** Sends cards as they arrive in the browser, with the data sent beside the markup. */
function send(cards: ProductCard[], shown?: number) {
  const { container } = render(<ProductGrid products={cards} Action={() => null} />);
  const sent = JSON.stringify(dehydrateCards({ cards }, shown));
  return { sent, arrived: hydrateCards(JSON.parse(sent), container) };
}

test("data of a card that is in the markup is not sent twice", () => {
  const cards = toListCards(products);
  const { sent, arrived } = send(cards);
  expect(arrived).toEqual({ cards });
  for (const said of ["A bowl", "bowl-1.0e774ebc", "base64"]) expect(sent, said).not.toContain(said);
});

test("a product keeps its own name on a page that the browser has translated", () => {
  const cards = toListCards(products);
  const { container } = render(<ProductGrid products={cards} Action={() => null} />);
  const sent = JSON.stringify(dehydrateCards({ cards }));
  for (const link of container.querySelectorAll("article a")) link.innerHTML = "<font>लकड़ी</font>";
  expect(hydrateCards(JSON.parse(sent), container)).toEqual({ cards });
});

test("cards that are not in the markup are sent completely, and so are all if a product occurs twice", () => {
  const cards = toListCards(products.slice(0, 3));
  expect(send(cards, 1).arrived).toEqual({ cards });
  expect(send(cards, 1).sent).toContain("y-2.b");
  const twice = { cards: [...cards, ...cards.slice(0, 1)] };
  expect(dehydrateCards(twice)).toBe(twice);
  const failed = { failed: { status: 500, code: "", message: "" } };
  expect(hydrateCards(dehydrateCards(failed), document)).toEqual(failed);
});

test("markup that is not the server's throws instead of giving cards without names", () => {
  const sent = dehydrateCards({ cards: toListCards(products) });
  expect(() => hydrateCards(sent, document.createElement("div"))).toThrow("not in the page's markup");
});
