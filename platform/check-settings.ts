import path from "node:path";
import * as v from "valibot";
import {
  isMissed,
  isRehearsalOfRealMoney,
  razorpayOf,
  WHY_NO_REHEARSAL,
  whyMissed,
} from "./razorpay-settings.ts";
import { type Variables, variables, visitableHost } from "./variables.ts";
import type { Config, SignIn } from "./config.ts";

/** In production a customer who forgot the password must be able to get a mail. */
const mailNeeded = (name: string, example: string) =>
  `the production profile sends real mails. Write for example ${name}=${example}.`;

/** Razorpay's three settings come together or not at all. */
const notWithoutTheOthers = <Name extends Parameters<typeof isMissed>[0]>(name: Name) =>
  v.forward(
    v.partialCheck<Variables, readonly [readonly [Name]], Variables, string>(
      [[name]],
      (given) => !isMissed(name, given),
      whyMissed(name),
    ),
    [name],
  );

export const settings = v.pipe(
  variables,
  v.forward(
    v.partialCheck(
      [["SHOP_PROFILE"], ["TEST_PAYMENTS"], ["RAZORPAY_KEY_ID"]],
      ({ SHOP_PROFILE, TEST_PAYMENTS, RAZORPAY_KEY_ID }) =>
        SHOP_PROFILE === "demo" || TEST_PAYMENTS === "on" || RAZORPAY_KEY_ID !== undefined,
      "the production profile takes no test payments, and no other payment provider is set up. " +
        "Set up Razorpay, or write SHOP_PROFILE=demo, or TEST_PAYMENTS=on to rehearse production without real money.",
    ),
    ["TEST_PAYMENTS"],
  ),
  v.forward(
    v.partialCheck(
      [["TEST_PAYMENTS"], ["RAZORPAY_KEY_ID"]],
      ({ TEST_PAYMENTS, RAZORPAY_KEY_ID }) => TEST_PAYMENTS !== "on" || RAZORPAY_KEY_ID === undefined,
      "Razorpay is set up, so there are no test payments beside it. Write TEST_PAYMENTS=off, or leave it out.",
    ),
    ["TEST_PAYMENTS"],
  ),
  notWithoutTheOthers("RAZORPAY_KEY_ID"),
  notWithoutTheOthers("RAZORPAY_KEY_SECRET"),
  notWithoutTheOthers("RAZORPAY_WEBHOOK_SECRET"),
  v.forward(
    v.partialCheck(
      [["RAZORPAY_KEY_ID"], ["RAZORPAY_API_URL"]],
      (given) => !isRehearsalOfRealMoney(given),
      WHY_NO_REHEARSAL,
    ),
    ["RAZORPAY_API_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["SHOP_PROFILE"], ["SMTP_URL"]],
      ({ SHOP_PROFILE, SMTP_URL }) => SHOP_PROFILE === "demo" || SMTP_URL !== undefined,
      mailNeeded("SMTP_URL", "smtps://user:password@mail.example:465"),
    ),
    ["SMTP_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["SHOP_PROFILE"], ["MAIL_FROM"]],
      ({ SHOP_PROFILE, MAIL_FROM }) => SHOP_PROFILE === "demo" || MAIL_FROM !== undefined,
      mailNeeded("MAIL_FROM", "Taruva <shop@shop.example>"),
    ),
    ["MAIL_FROM"],
  ),
  v.transform(toConfig),
);

export const mistake = (issue: v.BaseIssue<unknown>) =>
  `${v.getDotPath(issue) ?? "settings"}: ${issue.message}`;

function toConfig(given: Variables): Config {
  return {
    port: given.PORT,
    host: given.HOST,
    publicUrl: given.PUBLIC_URL ?? `http://${visitableHost(given.HOST)}:${given.PORT}`,
    profile: given.SHOP_PROFILE,
    development: given.NODE_ENV === "development",
    logLevel: given.LOG_LEVEL,
    dataDir: path.resolve(given.DATA_DIR),
    catalogueDir: path.resolve(given.CATALOGUE_DIR),
    databaseUrl: given.DATABASE_URL,
    databasePool: given.DATABASE_POOL,
    limitLoopback:
      (given.RATE_LIMIT_LOOPBACK ?? (given.SHOP_PROFILE === "production" ? "on" : "off")) === "on",
    trustedProxies: given.TRUST_PROXY,
    paymentTimeoutMinutes: given.PAYMENT_TIMEOUT_MINUTES,
    testPayments: (given.TEST_PAYMENTS ?? (given.RAZORPAY_KEY_ID === undefined ? "on" : "off")) === "on",
    razorpay: razorpayOf(given),
    prewarmPictures: given.PICTURES_WARM === "on",
    metricsPort: given.METRICS_PORT || null,
    drainSeconds: given.DRAIN_SECONDS ?? (given.SHOP_PROFILE === "production" ? 5 : 0),
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? "Taruva <shop@localhost>",
    mailTo: given.MAIL_TO,
    securityContact: given.SECURITY_CONTACT,
    backupRecipient: given.BACKUP_RECIPIENT,
    secret: given.SHOP_SECRET,
    previousSecret: given.SHOP_SECRET_PREVIOUS,
    signIn: signInOf(given),
  };
}

const signInOf = (given: Variables): SignIn | null =>
  given.SIGN_IN_CLIENT_ID === undefined
    ? null
    : {
        name: given.SIGN_IN_NAME,
        issuer: given.SIGN_IN_ISSUER,
        clientId: given.SIGN_IN_CLIENT_ID,
        jwksUrl: given.SIGN_IN_JWKS_URL,
        authorizeUrl: given.SIGN_IN_AUTHORIZE_URL ?? null,
      };
