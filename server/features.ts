import { HOUR } from "#contract/time.ts";
import { composeFeatures, type Feature } from "#platform/feature.ts";
import { deleteOldChanges } from "#platform/operator/undo.ts";
import { deleteFullLimits } from "#platform/limits/rate-limit.ts";
import type { ScheduledJob } from "#platform/outbox/schedule.ts";
import { lockAccount } from "#shop/accounts/server/index.ts";
import { accounts } from "#shop/accounts/server/feature.ts";
import { createAddressesFeature } from "#shop/addresses/server/feature.ts";
import { browserErrors } from "#shop/browser-errors/server/feature.ts";
import { brand } from "#shop/brand/server/feature.ts";
import { backInStock } from "#shop/back-in-stock/server/feature.ts";
import { cart } from "#shop/cart/server/feature.ts";
import { catalogue } from "#shop/catalogue/server/feature.ts";
import { contact } from "#shop/contact/server/feature.ts";
import { inventory } from "#shop/inventory/server/feature.ts";
import { media } from "#shop/media/server/feature.ts";
import { merchandising } from "#shop/merchandising/server/feature.ts";
import { notifications } from "#shop/notifications/server/feature.ts";
import { checkout } from "#shop/checkout/server/feature.ts";
import { invoices } from "#shop/invoices/server/feature.ts";
import { documents } from "#shop/documents/server/feature.ts";
import { orders } from "#shop/orders/server/feature.ts";
import { parcels } from "#shop/parcels/server/feature.ts";
import { people } from "#shop/people/server/feature.ts";
import { returns } from "#shop/returns/server/feature.ts";
import { policies } from "#shop/policies/server/feature.ts";
import { payments } from "#shop/payments/server/feature.ts";
import { privacy } from "#shop/privacy/server/feature.ts";
import { liveUpdates } from "./live-updates.ts";
import { pricing } from "#shop/pricing/server/feature.ts";
import { seller } from "#shop/seller/server/feature.ts";
import { texts } from "#shop/texts/server/feature.ts";
import { today } from "#shop/today/server/feature.ts";
import { visits } from "#shop/visits/server/feature.ts";
import { wishlist } from "#shop/wishlist/server/feature.ts";
import { reviews } from "#shop/reviews/server/feature.ts";
import { testimonials } from "#shop/testimonials/server/feature.ts";

/** The shop opens the features in this order, and closes them in reverse order. */
export const features: readonly Feature[] = [
  pricing,
  seller,
  brand,
  policies,
  texts,
  catalogue,
  inventory,
  media,
  merchandising,
  accounts,
  createAddressesFeature(lockAccount),
  cart,
  wishlist,
  documents,
  orders,
  checkout,
  parcels,
  invoices,
  returns,
  payments,
  testimonials,
  reviews,
  contact,
  backInStock,
  browserErrors,
  today,
  visits,
  privacy,
  notifications,
  people,
  liveUpdates,
];

const composed = composeFeatures(features);
export const {
  routes,
  plugins,
  subscribers,
  commands: featureCommands,
  exports: featureExports,
  values: knownValues,
  changes: changeKinds,
  deskPeople,
  checks: featureChecks,
} = composed;

export const jobs: readonly ScheduledJob[] = [
  ...composed.jobs,
  { name: "limits.forget-full", everyMs: HOUR, run: ({ db, now }) => deleteFullLimits(db, now()) },
  { name: "operator.forget-changes", everyMs: HOUR, run: ({ db, now }) => deleteOldChanges(db, now()) },
];
