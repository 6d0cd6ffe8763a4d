import type { Page } from "@playwright/test";
import { showEmptyForm, runInTurn, clickOn, type Screen, waitForText } from "./acts.ts";
import { returnDialog } from "./return-screens.ts";
import { calls, mishaps } from "./steps.ts";

const reloadWith =
  (call: RegExp, mishap: Parameters<Page["route"]>[1], words: string) =>
  async (page: Page): Promise<void> => {
    await page.route(call, mishap);
    await page.reload();
    await waitForText(page, words);
  };

/** Makes the page thank the customer, as after closing the payment window of a paid order. */
async function returnPaid(page: Page): Promise<void> {
  await page.getByRole("rowheader").first().waitFor();
  await page.evaluate(() => {
    const paid = [...document.querySelectorAll("tbody tr")].find((row) =>
      row.textContent?.includes("Completed"),
    );
    const thankFor = /TRV-\w{6}/.exec(paid?.textContent ?? "")?.[0];
    history.replaceState({ ...history.state, state: { thankFor } }, "");
  });
  await page.reload();
  await waitForText(page, "Thank you, Meera");
}

export const ofOrders: Screen[] = [
  { name: "checkout-empty", path: "/checkout", as: "customer", act: showEmptyForm },
  { name: "orders-guest", path: "/orders" },
  {
    name: "orders",
    path: "/orders",
    as: "customer",
    act: (page) => page.getByRole("rowheader").first().waitFor(),
  },
  { name: "orders-paid", path: "/orders", as: "customer", act: returnPaid },
  {
    name: "orders-none",
    path: "/orders",
    as: "customer",
    act: reloadWith(calls.orders, (route) => route.fulfill({ json: { orders: [] } }), "No orders yet"),
  },
  {
    name: "orders-failed",
    path: "/orders",
    as: "customer",
    act: reloadWith(calls.orders, mishaps.refused(), "Failed to fetch orders."),
  },
  {
    name: "orders-nothing-found",
    path: "/orders",
    as: "customer",
    act: async (page) => {
      await page.getByRole("rowheader").first().waitFor();
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
    name: "order-details-waiting",
    path: ({ orders }) => `/order-details/${orders.paid}`,
    as: "customer",
    act: reloadWith(calls.order, mishaps.never, "Loading order details..."),
  },
  {
    name: "order-details-failed",
    path: ({ orders }) => `/order-details/${orders.paid}`,
    as: "customer",
    act: reloadWith(calls.order, mishaps.refused(), "Failed to fetch order details."),
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
  {
    name: "address-none",
    path: "/address",
    as: "customer",
    act: reloadWith(calls.addresses, (route) => route.fulfill({ json: [] }), "No address yet!"),
  },
  {
    name: "address-failed",
    path: "/address",
    as: "customer",
    act: reloadWith(calls.addresses, mishaps.refused(), "We couldn’t load your addresses right now."),
  },
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
