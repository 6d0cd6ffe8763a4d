import { showEmptyForm, runInTurn, clickOn, type Screen, waitForText } from "./acts.ts";
import { returnDialog } from "./return-screens.ts";

export const ofOrders: Screen[] = [
  { name: "checkout-empty", path: "/checkout", as: "customer", act: showEmptyForm },
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
      await page.getByRole("rowheader").first().waitFor();
      if (await page.getByRole("searchbox").isHidden()) await page.getByText("Search and filter").click();
      await page.getByRole("searchbox").fill("zzz");
      await waitForText(page, "No orders found. Try adjusting filters or continue shopping.");
    },
  },
  {
    name: "payment-window",
    path: "/orders",
    as: "customer",
    overlay: true,
    act: runInTurn(clickOn(/^Pay now/), (page) =>
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
    act: clickOn("Cancel Order"),
  },
  returnDialog,
  {
    name: "order-missing",
    path: "/order-details/none",
    as: "customer",
    act: (page) => waitForText(page, "No order details found."),
  },
  { name: "address-guest", path: "/address" },
  { name: "address", path: "/address", as: "customer" },
  { name: "address-edit", path: "/address", as: "customer", only: "narrow", act: clickOn(/^Edit /) },
  {
    name: "address-remove",
    path: "/address",
    as: "customer",
    only: "narrow",
    overlay: true,
    act: clickOn(/^Remove /),
  },
  { name: "profile", path: "/profile", as: "customer", act: (page) => waitForText(page, "This device") },
  {
    name: "profile-delete",
    path: "/profile",
    as: "customer",
    only: "narrow",
    overlay: true,
    act: clickOn("Delete my account"),
  },
];
