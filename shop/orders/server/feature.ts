import type { Feature } from "#platform/feature.ts";
import { checkLateRequests } from "./check-orders.ts";
import { orderCommands } from "./commands.ts";
import { onPaymentCaptured } from "./on-payment-captured.ts";
import { onPaymentFailed } from "./on-payment-failed.ts";
import { onRefundProcessed } from "./on-refund-processed.ts";
import { onUnprovenDropped } from "./on-unproven-dropped.ts";
import { orderRoutes } from "./routes.ts";

export const orders: Feature = {
  name: "orders",
  routes: orderRoutes,
  subscribers: [onPaymentCaptured, onPaymentFailed, onRefundProcessed, onUnprovenDropped],
  commands: orderCommands,
  checks: [checkLateRequests],
};
