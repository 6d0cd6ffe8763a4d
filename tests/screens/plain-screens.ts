import type { Page } from "@playwright/test";
import type { Context } from "#platform/context.ts";
import { buildRequestHref } from "../../shop/back-in-stock/server/request-page.ts";
import { buildDispatchHref } from "../../shop/parcels/server/dispatch-page.ts";
import { buildTrackingHref } from "../../shop/orders/server/read-orders.ts";
import type { Screen } from "./acts.ts";

/** The secret with which the shop of the screenshots signs its links. */
export const PICTURED_SECRET = "a secret of the shop whose pictures are taken";

/** The part of a context that signing a link needs. */
const signing = { config: { secret: PICTURED_SECRET }, now: () => new Date() } as Context;

const submit = (page: Page) => page.getByRole("button", { name: "Mark as dispatched" }).click();

/** Once for all widths: an order leaves once. */
async function dispatch(page: Page): Promise<void> {
  if (await page.getByRole("combobox", { name: "Courier" }).isHidden()) return;
  await page.getByRole("combobox", { name: "Courier" }).selectOption("Delhivery");
  await page.getByRole("textbox", { name: "Tracking number" }).fill("1234567890");
  await submit(page);
  await page.getByText("It is marked as dispatched").waitFor();
}

/** Once for all widths: mails end once. */
async function endMails(page: Page): Promise<void> {
  const end = page.getByRole("button", { name: "Stop these e-mails" });
  if (await end.isVisible()) await end.click();
}

const ofDispatch = {
  path: ({ orders }) => buildDispatchHref(signing, orders.paid),
  plain: true,
} satisfies Partial<Screen>;

const ofTracking = {
  path: ({ orders }) => buildTrackingHref(signing, orders.paid),
  plain: true,
} satisfies Partial<Screen>;

const ofStockMail = {
  path: () =>
    buildRequestHref(signing, { productId: "mango-wave-rim-bowl", email: "meera.shah@example.com" }),
  plain: true,
} satisfies Partial<Screen>;

/** Pages that the server makes alone. They come last, because the paid order leaves on them. */
export const ofPlainPages: Screen[] = [
  { ...ofTracking, name: "track" },
  {
    ...ofTracking,
    name: "track-cancelling",
    path: ({ orders }) => buildTrackingHref(signing, orders.cancelling),
  },
  { ...ofTracking, name: "track-unpaid", path: ({ orders }) => buildTrackingHref(signing, orders.unpaid) },
  { ...ofTracking, name: "track-without-link", path: "/track" },
  { ...ofTracking, name: "track-no-link", path: "/track#none" },
  { ...ofDispatch, name: "dispatch" },
  { ...ofDispatch, name: "dispatch-errors", act: submit },
  {
    ...ofDispatch,
    name: "dispatch-another-courier",
    act: (page) => page.getByRole("combobox", { name: "Courier" }).selectOption("Another courier"),
  },
  {
    ...ofDispatch,
    name: "dispatch-not-to-send",
    path: ({ orders }) => buildDispatchHref(signing, orders.cancelling),
  },
  { ...ofDispatch, name: "dispatch-no-link", path: "/dispatch#none" },
  { ...ofDispatch, name: "dispatch-done", act: dispatch },
  { ...ofTracking, name: "track-on-its-way" },
  { ...ofStockMail, name: "back-in-stock" },
  {
    ...ofStockMail,
    name: "back-in-stock-ended",
    act: endMails,
  },
];
