import { bag, filled, inTurn, press, type Screen, shows } from "./acts.ts";

export const ofTheCart: Screen[] = [
  { name: "cart-empty", path: "/cart" },
  { name: "cart", path: "/cart", bag },
  { name: "cart-remove", path: "/cart", bag, overlay: true, act: press(/^Remove /) },
  { name: "cart-drawer", path: "/products", bag, overlay: true, act: press(/^Shopping Cart/) },
  { name: "cart-drawer-empty", path: "/products", overlay: true, act: press(/^Shopping Cart/) },
  {
    name: "cart-drawer-remove",
    path: "/products",
    bag,
    overlay: true,
    act: inTurn(press(/^Shopping Cart/), press(/^Remove /)),
  },
];

export const ofTheCheckout: Screen[] = [
  { name: "checkout", path: "/checkout", as: "customer", act: filled },
  {
    name: "checkout-errors",
    path: "/checkout",
    as: "customer",
    act: async (page) => {
      await page.getByRole("textbox", { name: "First Name" }).first().fill("");
      await press("Checkout")(page);
      await shows(page, "Please complete all required fields.");
    },
  },
  {
    name: "checkout-company",
    path: "/checkout",
    as: "customer",
    act: (page) => page.getByRole("checkbox", { name: /invoice/i }).check(),
  },
];
