import type { Route } from "#platform/route.ts";
import { accountRoutes } from "../shop/accounts/server/routes.ts";
import { addressRoutes } from "../shop/addresses/server/routes.ts";
import { cartRoutes } from "../shop/cart/server/routes.ts";
import { catalogueRoutes } from "../shop/catalogue/server/routes.ts";
import { contactRoutes } from "../shop/contact/server/routes.ts";
import { offerRoutes } from "../shop/merchandising/server/routes.ts";
import { orderRoutes } from "../shop/orders/server/routes.ts";
import { paymentRoutes } from "../shop/payments/server/routes.ts";
import { privacyRoutes } from "../shop/privacy/server/routes.ts";
import { testimonialRoutes } from "../shop/testimonials/server/routes.ts";

/** Every call the shop answers. */
export const routes: readonly Route[] = [
  ...catalogueRoutes,
  ...offerRoutes,
  ...accountRoutes,
  ...addressRoutes,
  ...cartRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...testimonialRoutes,
  ...contactRoutes,
  ...privacyRoutes,
];
