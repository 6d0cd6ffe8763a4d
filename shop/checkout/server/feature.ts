import type { Feature } from "#platform/feature.ts";
import { serveOrderPayment } from "./payment-page.ts";
import { take } from "./take-order.ts";
import { checkoutRoutes } from "./routes.ts";

export const checkout: Feature = {
  name: "checkout",
  routes: checkoutRoutes,
  plugins: [serveOrderPayment],
  commands: [take],
};
