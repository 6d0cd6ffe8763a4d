import type { Page } from "@playwright/test";
import type { Context } from "#platform/context.ts";
import { buildLinkHref } from "#platform/pages/link-page.ts";
import { buildRequestHref } from "../../shop/back-in-stock/server/requests.ts";
import { TRACKING_LINK, TRACKING_PATH } from "../../shop/orders/order-links.ts";
import type { Screen } from "./acts.ts";

export const PICTURED_SECRET = "a secret of the shop whose pictures are taken";

const signing = { config: { secret: PICTURED_SECRET }, now: () => new Date() } as Context;

/** Ends the mails. The screen is opened at several widths, and the button exists only the first time. */
async function endMails(page: Page): Promise<void> {
  const end = page.getByRole("button", { name: "Stop these e-mails" });
  if (await end.isVisible()) await end.click();
}

const buildTrackingHref = (orderId: string) => buildLinkHref(signing, TRACKING_PATH, TRACKING_LINK, orderId);

const ofTracking = {
  path: ({ orders }) => buildTrackingHref(orders.paid),
  plain: true,
} satisfies Partial<Screen>;

const ofStockMail = {
  path: () =>
    buildRequestHref(signing, { productId: "mango-wave-rim-bowl", email: "meera.shah@example.com" }),
  plain: true,
} satisfies Partial<Screen>;

export const ofPlainPages: Screen[] = [
  { ...ofTracking, name: "track" },
  {
    ...ofTracking,
    name: "track-cancelling",
    path: ({ orders }) => buildTrackingHref(orders.cancelling),
  },
  { ...ofTracking, name: "track-unpaid", path: ({ orders }) => buildTrackingHref(orders.unpaid) },
  { ...ofTracking, name: "track-without-link", path: "/track" },
  { ...ofTracking, name: "track-no-link", path: "/track#none" },
  { ...ofStockMail, name: "back-in-stock" },
  {
    ...ofStockMail,
    name: "back-in-stock-ended",
    act: endMails,
  },
];
