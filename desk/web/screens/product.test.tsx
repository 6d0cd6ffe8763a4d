import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DataOf } from "#contract/command-data.ts";
import type { productDetails } from "#shop/catalogue/command-results.ts";
import ProductScreen from "./product.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const set = describeCommand(
  "products set",
  {
    price: { summary: "the price", kind: "amount" },
    was: { summary: "the earlier price", kind: "amount", or: ["none"] },
    stock: { summary: "the pieces", kind: "number", or: ["none"] },
    hsn: { summary: "the HSN", or: ["none"] },
    hidden: { summary: "whether it is hidden", choices: ["yes", "no"] },
  },
  { args: [{ name: "id", summary: "the product" }] },
);

const product: DataOf<typeof productDetails> = {
  id: "teak-tray",
  entered: {
    title: "Teak Tray",
    description: "",
    category: "Serving",
    subcategory: "Trays",
    materials: [],
    hsn: "4419",
  },
  shared: {},
  price: 90_000,
  originalPrice: 120_000,
  inclusivePrice: 106_200,
  gstRate: 18,
  discount: 25,
  onHand: 4,
  reserved: 1,
  hidden: false,
  inOwnerList: true,
  revision: 7,
  images: [],
  changes: [],
  address: "https://shop.example/product-info/teak-tray",
};

test("the line below the price shows what shoppers will pay for the typed price, and nothing for another HSN", async () => {
  answerDesk([set], ({ noun }) => withData(noun === "products" ? product : []));
  showDesk(<ProductScreen params={{ productId: product.id }} />);
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  const readLine = () => screen.getByText(/can be ordered now\.$/).textContent;
  const STOCK = "1 piece in open orders, 3 can be ordered now.";
  await screen.findByRole("textbox", { name: /^Price/ });
  expect(readLine()).toBe(`Shoppers pay ₹1,062.00 with 18 % GST, 25 % off. ${STOCK}`);
  type(/^Price/, "1,000");
  expect(readLine()).toBe(`Shoppers will pay ₹1,180.00 with 18 % GST, 17 % off. ${STOCK}`);
  type(/^Earlier price/, "");
  expect(readLine()).toBe(`Shoppers will pay ₹1,180.00 with 18 % GST. ${STOCK}`);
  type(/^Price/, "1,000 or so");
  expect(readLine()).toBe(STOCK);
  type(/^Price/, "900");
  type(/^Earlier price/, "1200");
  type(/^HSN/, "9403");
  expect(readLine()).toBe(STOCK);
  type(/^HSN/, "4419");
  expect(readLine()).toBe(`Shoppers pay ₹1,062.00 with 18 % GST, 25 % off. ${STOCK}`);
});
