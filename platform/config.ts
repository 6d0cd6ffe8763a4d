import { existsSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import {
  isMissed,
  isRehearsalOfRealMoney,
  type Razorpay,
  razorpayOf,
  WHY_NO_REHEARSAL,
  whyMissed,
} from "./razorpay-settings.ts";
import type { TrustedProxies } from "./proxies.ts";
import { type LogLevel, type Variables, variables, visitableHost } from "./variables.ts";

/** Everything the environment decides, read once at start. Each variable is explained in `.env.example`. */
export interface Config {
  port: number;
  host: string;
  /** Origin customers use, without a slash at the end. */
  publicUrl: string;
  profile: "demo" | "production";
  /** True under `NODE_ENV=development`: pages come from Vite as they are edited. */
  development: boolean;
  logLevel: LogLevel;
  /** Absolute folder of the embedded database, pictures and mails. */
  dataDir: string;
  /** Absolute folder of the shop's goods. */
  catalogueDir: string;
  /** PostgreSQL server; without it the embedded engine keeps its data in `dataDir`. */
  databaseUrl: string | undefined;
  databasePool: number;
  /** Whether visitors from this machine are limited by address too (security §10). */
  limitLoopback: boolean;
  /** Whose word about a visitor's address is believed. */
  trustedProxies: TrustedProxies;
  paymentTimeoutMinutes: number;
  testPayments: boolean;
  /** Who takes payments instead of the test provider; null without keys. */
  razorpay: Razorpay | null;
  prewarmPictures: boolean;
  /** Where Prometheus reads this process, on this machine only; null when it does not. */
  metricsPort: number | null;
  /** How long a closing shop goes on answering while `/readyz` already says that it leaves. */
  drainSeconds: number;
  /** Address of the mail server; without it mails are files in `<dataDir>/outbox`. */
  smtpUrl: string | undefined;
  /** Who mails come from: `Name <address>` or an address. */
  mailFrom: string;
  /** Where contact messages go; without it to the seller's own address. */
  mailTo: string | undefined;
  /** Whom to tell of a weakness, a mail address or a page; without it the seller's own address. */
  securityContact: string | undefined;
  /** Public key of age that backups are encrypted to; without it they are not. */
  backupRecipient: string | undefined;
  /** Seals what the database alone must not tell; without it one is kept in `dataDir`. */
  secret: string | undefined;
  /** The one before, while what it sealed is still on its way. */
  previousSecret: string | undefined;
  /** Where customers can sign in besides here; null without a client id. */
  signIn: SignIn | null;
}

/** An OpenID Connect provider that customers may sign in with. */
export interface SignIn {
  /** As the button names it. */
  name: string;
  issuer: string;
  clientId: string;
  /** Where the issuer's public keys are. */
  jwksUrl: string;
  /** The issuer's own page; null for Google, which brings its button along. */
  authorizeUrl: string | null;
}

/** What the environment says and cannot mean. `mistakes` has one line for each, all found at once. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The shop cannot start with these settings:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`);
    this.name = "ConfigError";
    this.mistakes = mistakes;
  }
}

/** Reads the settings. An empty variable counts as not set. @throws ConfigError naming every mistake. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = v.safeParse(settings, given);
  if (!result.success) throw new ConfigError(result.issues.map(mistake));
  return result.output;
}

/** Adds the variables of a `.env` file, if there is one, to those the process already has. */
export function loadEnvFile(file = ".env"): void {
  if (existsSync(file)) process.loadEnvFile(file);
}

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

const settings = v.pipe(
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

const mistake = (issue: v.BaseIssue<unknown>) => `${v.getDotPath(issue) ?? "settings"}: ${issue.message}`;
