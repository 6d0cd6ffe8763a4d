import type { Feature } from "#platform/feature.ts";
import { checkLateRequests, declinedChange, onUnverifiedDataDeleted } from "./cancellations.ts";
import { findOrderRevision } from "./change-status.ts";
import { orderCommands } from "./commands.ts";
import { checkHeldGoods, holdJobs, onPaymentExpired } from "./hold-goods.ts";
import { exportOrders } from "./export-orders.ts";
import { listOrderValues } from "./list-and-show-commands.ts";
import { serveOrderPayment } from "./payment-page.ts";
import { onPaymentCaptured, onPaymentFailed, onRefundFound, onRefundProcessed } from "./payment-events.ts";
import { orderRoutes } from "./routes.ts";
import { dispatchChange } from "./ship-parcel.ts";

export const orders: Feature = {
  name: "orders",
  routes: orderRoutes,
  plugins: [serveOrderPayment],
  subscribers: [
    onPaymentCaptured,
    onPaymentExpired,
    onPaymentFailed,
    onRefundFound,
    onRefundProcessed,
    onUnverifiedDataDeleted,
  ],
  commands: orderCommands,
  exports: [exportOrders],
  changes: [declinedChange, dispatchChange],
  values: { order: listOrderValues },
  revisions: { order: findOrderRevision },
  jobs: holdJobs,
  checks: [
    { name: "cancellations", needs: "shop", risk: "orders", check: checkLateRequests },
    { name: "held goods", needs: "shop", risk: "orders", check: checkHeldGoods },
  ],
};
