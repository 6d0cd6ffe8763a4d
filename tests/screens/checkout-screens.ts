import { bag, waitUntilFilled, runInTurn, clickOn, type Screen, waitForText } from "./acts.ts";

export const ofTheCart: Screen[] = [
  { name: "cart-empty", path: "/cart" },
  { name: "cart", path: "/cart", bag },
  { name: "cart-remove", path: "/cart", bag, overlay: true, act: clickOn(/^Remove /) },
  { name: "cart-drawer", path: "/products", bag, overlay: true, act: clickOn(/^Shopping Cart/) },
  { name: "cart-drawer-empty", path: "/products", overlay: true, act: clickOn(/^Shopping Cart/) },
  {
    name: "cart-drawer-remove",
    path: "/products",
    bag,
    overlay: true,
    act: runInTurn(clickOn(/^Shopping Cart/), clickOn(/^Remove /)),
  },
];

export const ofTheCheckout: Screen[] = [
  { name: "checkout", path: "/checkout", as: "customer", act: waitUntilFilled },
  {
    name: "checkout-errors",
    path: "/checkout",
    as: "customer",
    act: async (page) => {
      await waitUntilFilled(page);
      await page.getByRole("textbox", { name: "First Name" }).first().fill("");
      await clickOn("Checkout")(page);
      await waitForText(page, "Please complete all required fields.");
    },
  },
  {
    name: "checkout-company",
    path: "/checkout",
    as: "customer",
    act: (page) => page.getByRole("checkbox", { name: /invoice/i }).check(),
  },
  {
    name: "checkout-gift",
    path: "/checkout",
    as: "customer",
    act: async (page) => {
      await page.getByRole("checkbox", { name: "This is a gift" }).check();
      await page.getByLabel("Recipient's name").fill("Lakshmi Nair");
      await page.getByLabel("Your message on the card").fill("Happy birthday, Meera!\nLove, Asha & Ravi");
    },
  },
];
