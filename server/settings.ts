import * as v from "valibot";
import { cdnSettings } from "#platform/cache/shared-cache.ts";
import type { Config } from "#platform/config/config.ts";
import { readSettings } from "#platform/config/read-settings.ts";
import {
  addressSettings,
  databaseSettings,
  mailSettings,
  metricsSettings,
  processSettings,
  proxySettings,
  securitySettings,
} from "#platform/config/settings.ts";
import { storageSettings } from "#platform/storage/object-storage.ts";
import { signInSettings } from "#shop/accounts/server/settings.ts";
import { catalogueSettings } from "#shop/catalogue/server/settings.ts";
import { pictureSettings } from "#shop/media/server/settings.ts";
import { ownerMailSettings } from "#shop/notifications/server/settings.ts";
import { deskSettings } from "#shop/people/server/settings.ts";
import { orderSettings } from "#shop/orders/server/settings.ts";
import { paymentSettings } from "#shop/payments/server/settings.ts";

/** Errors are reported in this order. */
const settings = v.intersect([
  addressSettings,
  processSettings,
  paymentSettings,
  databaseSettings,
  proxySettings,
  catalogueSettings,
  orderSettings,
  pictureSettings,
  storageSettings,
  cdnSettings,
  metricsSettings,
  mailSettings,
  ownerMailSettings,
  signInSettings,
  securitySettings,
  deskSettings,
]);

export const settingNames: readonly string[] = [
  ...new Set(settings.options.flatMap(({ entries }) => Object.keys(entries))),
];

/** @throws ConfigError with all errors */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config =>
  readSettings(settings, settingNames, env);
