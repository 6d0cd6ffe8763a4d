import type { Feature } from "#platform/feature.ts";
import { checkLateRequests, declinedChange, onUnprovenDropped } from "./cancellations.ts";
import { orderCommands } from "./commands.ts";
import { listOrderValues } from "./list-and-show.ts";
import { onPaymentCaptured, onPaymentFailed } from "./payment-events.ts";
import { onRefundFound, onRefundProcessed } from "./refund-events.ts";
import { orderRoutes } from "./routes.ts";

export const orders: Feature = {
  name: "orders",
  routes: orderRoutes,
  subscribers: [onPaymentCaptured, onPaymentFailed, onRefundFound, onRefundProcessed, onUnprovenDropped],
  commands: orderCommands,
  changes: [declinedChange],
  values: { order: listOrderValues },
  checks: [{ name: "cancellations", needs: "shop", check: checkLateRequests }],
};
