import type { Feature } from "#platform/feature.ts";
import { checkOrders } from "./check-orders.ts";
import { orderCommands } from "./commands.ts";
import { orderJobs } from "./jobs.ts";
import { onPaymentCaptured } from "./on-payment-captured.ts";
import { onPaymentExpired } from "./on-payment-expired.ts";
import { onPaymentFailed } from "./on-payment-failed.ts";
import { onUnprovenDropped } from "./on-unproven-dropped.ts";
import { onRefundProcessed } from "./on-refund-processed.ts";
import { readOwnCouriers } from "./own-couriers.ts";
import { orderRoutes } from "./routes.ts";
import { serveDispatch } from "./dispatch-page.ts";
import { serveOrderPayment } from "./phone-orders/payment-page.ts";
import { serveTracking } from "./tracking-page.ts";

export const orders: Feature = {
  name: "orders",
  routes: orderRoutes,
  plugins: [serveTracking, serveDispatch, serveOrderPayment],
  subscribers: [onPaymentCaptured, onPaymentFailed, onPaymentExpired, onRefundProcessed, onUnprovenDropped],
  commands: orderCommands,
  jobs: orderJobs,
  checks: [checkOrders],
  // Machines that do not have the owner's files take the list from the one that has.
  open: async (context) => void (await readOwnCouriers(context)),
};
