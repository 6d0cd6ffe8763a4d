import type { Feature } from "#platform/feature.ts";
import { checkoutJobs } from "./jobs.ts";
import { onPaymentExpired } from "./on-payment-expired.ts";
import { serveOrderPayment } from "./phone-orders/payment-page.ts";
import { take } from "./phone-orders/take-command.ts";
import { checkoutRoutes } from "./routes.ts";
import { checkHeldGoods } from "./suspicious-lapses.ts";

export const checkout: Feature = {
  name: "checkout",
  routes: checkoutRoutes,
  plugins: [serveOrderPayment],
  subscribers: [onPaymentExpired],
  commands: [take],
  jobs: checkoutJobs,
  checks: [checkHeldGoods],
};
