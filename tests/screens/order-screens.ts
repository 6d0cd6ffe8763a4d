import { emptied, inTurn, press, type Screen, shows } from "./acts.ts";

export const ofOrders: Screen[] = [
  { name: "checkout-empty", path: "/checkout", as: "customer", act: emptied },
  { name: "orders-guest", path: "/orders" },
  {
    name: "orders",
    path: "/orders",
    as: "customer",
    act: (page) => page.getByRole("rowheader").first().waitFor(),
  },
  {
    name: "orders-nothing-found",
    path: "/orders",
    as: "customer",
    act: async (page) => {
      await page.getByRole("searchbox").fill("zzz");
      await shows(page, "No orders found. Try adjusting filters or continue shopping.");
    },
  },
  {
    name: "payment-window",
    path: "/orders",
    as: "customer",
    overlay: true,
    act: inTurn(press(/^Pay now/), (page) =>
      page
        .frameLocator("iframe[title='Pay Online']")
        .getByLabel(/card number/i)
        .waitFor(),
    ),
  },
  {
    name: "order-details",
    path: ({ orders }) => `/order-details/${orders.paid}`,
    as: "customer",
    act: (page) => page.getByRole("table").first().waitFor(),
  },
  {
    name: "order-details-unpaid",
    path: ({ orders }) => `/order-details/${orders.unpaid}`,
    as: "customer",
    act: (page) => page.getByRole("table").first().waitFor(),
  },
  {
    name: "order-details-cancelling",
    path: ({ orders }) => `/order-details/${orders.cancelling}`,
    as: "customer",
    act: (page) => page.getByRole("table").first().waitFor(),
  },
  {
    name: "order-cancel",
    path: ({ orders }) => `/order-details/${orders.unpaid}`,
    as: "customer",
    overlay: true,
    act: press("Cancel Order"),
  },
  {
    name: "order-missing",
    path: "/order-details/none",
    as: "customer",
    act: (page) => shows(page, "No order details found."),
  },
  { name: "address-guest", path: "/address" },
  { name: "address", path: "/address", as: "customer" },
  { name: "address-edit", path: "/address", as: "customer", only: "narrow", act: press(/^Edit /) },
  {
    name: "address-remove",
    path: "/address",
    as: "customer",
    only: "narrow",
    overlay: true,
    act: press(/^Remove /),
  },
  { name: "profile", path: "/profile", as: "customer", act: (page) => shows(page, "This device") },
  {
    name: "profile-delete",
    path: "/profile",
    as: "customer",
    only: "narrow",
    overlay: true,
    act: press("Delete my account"),
  },
];
