import path from "node:path";
import { readCdnSettings } from "./cdn-settings.ts";
import { readTracingSettings } from "./tracing-settings.ts";
import { readRazorpaySettings } from "./razorpay-settings.ts";
import { readStorageSettings } from "./storage-settings.ts";
import { type Variables, toVisitableHost } from "./variables.ts";
import type { Config, SignIn } from "./config.ts";

export function toConfig(given: Variables): Omit<Config, "settingFiles"> {
  return {
    port: given.PORT,
    host: given.HOST,
    publicUrl: given.PUBLIC_URL ?? `http://${toVisitableHost(given.HOST)}:${given.PORT}`,
    profile: given.SHOP_PROFILE,
    development: given.NODE_ENV === "development",
    logLevel: given.LOG_LEVEL,
    dataDir: path.resolve(given.DATA_DIR),
    catalogueDir: path.resolve(given.CATALOGUE_DIR),
    databaseUrl: given.DATABASE_URL,
    databasePoolerUrl: given.DATABASE_POOLER_URL,
    databasePool: given.DATABASE_POOL,
    limitLoopback:
      (given.RATE_LIMIT_LOOPBACK ?? (given.SHOP_PROFILE === "production" ? "on" : "off")) === "on",
    trustedProxies: given.TRUST_PROXY,
    paymentTimeoutMinutes: given.PAYMENT_TIMEOUT_MINUTES,
    testPayments: (given.TEST_PAYMENTS ?? (given.RAZORPAY_KEY_ID === undefined ? "on" : "off")) === "on",
    razorpay: readRazorpaySettings(given),
    prewarmPictures: given.PICTURES_WARM === "on",
    pictureStorage: readStorageSettings(given),
    cdn: readCdnSettings(given),
    metrics:
      given.METRICS_PORT === 0
        ? null
        : { port: given.METRICS_PORT, host: given.METRICS_HOST, token: given.METRICS_TOKEN },
    tracing: readTracingSettings(given),
    drainSeconds: given.DRAIN_SECONDS ?? (given.SHOP_PROFILE === "production" ? 5 : 0),
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? "Taruva <shop@localhost>",
    mailTo: given.MAIL_TO,
    ownerMails: given.OWNER_MAILS,
    lowStock: given.LOW_STOCK,
    securityContact: given.SECURITY_CONTACT,
    backupRecipient: given.BACKUP_RECIPIENT,
    secret: given.SHOP_SECRET,
    previousSecret: given.SHOP_SECRET_PREVIOUS,
    signIn: toSignIn(given),
  };
}

const toSignIn = (given: Variables): SignIn | null =>
  given.SIGN_IN_CLIENT_ID === undefined
    ? null
    : {
        name: given.SIGN_IN_NAME,
        issuer: given.SIGN_IN_ISSUER,
        clientId: given.SIGN_IN_CLIENT_ID,
        jwksUrl: given.SIGN_IN_JWKS_URL,
        authorizeUrl: given.SIGN_IN_AUTHORIZE_URL ?? null,
      };
