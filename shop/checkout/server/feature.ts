import type { Feature } from "#platform/feature.ts";
import { checkoutJobs, onPaymentExpired, checkHeldGoods } from "./expired-holds.ts";
import { serveOrderPayment } from "./payment-page.ts";
import { take } from "./take-order.ts";
import { checkoutRoutes } from "./routes.ts";

export const checkout: Feature = {
  name: "checkout",
  routes: checkoutRoutes,
  plugins: [serveOrderPayment],
  subscribers: [onPaymentExpired],
  commands: [take],
  jobs: checkoutJobs,
  checks: [{ name: "held goods", needs: "shop", check: checkHeldGoods }],
};
