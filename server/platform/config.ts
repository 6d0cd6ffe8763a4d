import { existsSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import {
  isMissed,
  isRehearsalOfRealMoney,
  type Razorpay,
  razorpayOf,
  razorpayVariables,
  WHY_NO_REHEARSAL,
  whyMissed,
} from "./razorpay-settings.ts";

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
  paymentTimeoutMinutes: number;
  testPayments: boolean;
  /** Who takes payments instead of the test provider; null without keys. */
  razorpay: Razorpay | null;
  warmPictures: boolean;
  /** Where Prometheus reads this process, on this machine only; null when it does not. */
  metricsPort: number | null;
  /** Address of the mail server; without it mails are files in `<dataDir>/outbox`. */
  smtpUrl: string | undefined;
  /** Who mails come from: `Name <address>` or an address. */
  mailFrom: string;
  /** Where contact messages go; without it to the seller's own address. */
  mailTo: string | undefined;
  /** Seals what the database alone must not tell; without it one is kept in `dataDir`. */
  secret: string | undefined;
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

const GOOGLE = {
  name: "Google",
  issuer: "https://accounts.google.com",
  jwksUrl: "https://www.googleapis.com/oauth2/v3/certs",
} as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

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

const LOG_LEVELS = ["info", "debug", "trace", "warn", "error", "fatal", "silent"] as const;

const text = (fallback: string) => v.optional(v.string(), fallback);

const wholeNumber = (name: string, fallback: number, least: number, most: number) =>
  v.pipe(
    text(String(fallback)),
    v.check(
      (given) => /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most,
      ({ input }) =>
        `"${input}" is not a whole number from ${least} to ${most}. Write for example ${name}=${fallback}.`,
    ),
    v.transform(Number),
  );

const oneOf = <const Choice extends string>(name: string, choices: readonly Choice[]) =>
  v.picklist(
    choices,
    ({ input }) =>
      `"${String(input)}" is none of ${choices.join(", ")}. Write for example ${name}=${choices[0] ?? ""}.`,
  );

const onOff = (name: string) => oneOf(name, ["on", "off"]);

const isOrigin = (given: string) => {
  const url = URL.parse(given);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
};

/** An address of somebody else's; plain http only on this machine. */
const webAddress = (name: string, example: string) =>
  v.pipe(
    v.string(),
    v.regex(
      /^(https:\/\/[^\s/?#@]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)(\/\S*)?$/,
      ({ input }) => `"${input}" is no https address. Write for example ${name}=${example}.`,
    ),
  );

const variables = v.object({
  PORT: wholeNumber("PORT", 3000, 0, 65_535),
  HOST: v.pipe(
    text("127.0.0.1"),
    v.check(
      (given) => URL.canParse(`http://${visitableHost(given)}`),
      ({ input }) =>
        `"${input}" is neither a name nor an address of a machine. Write for example HOST=127.0.0.1.`,
    ),
  ),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isOrigin,
        ({ input }) =>
          `"${input}" is not an http(s) address without a path. Write for example PUBLIC_URL=https://shop.example.`,
      ),
      v.transform((given) => new URL(given).origin),
    ),
  ),
  SHOP_PROFILE: v.optional(oneOf("SHOP_PROFILE", ["demo", "production"]), "demo"),
  NODE_ENV: v.optional(v.string()),
  LOG_LEVEL: v.optional(oneOf("LOG_LEVEL", LOG_LEVELS), "info"),
  DATA_DIR: text("./data"),
  CATALOGUE_DIR: text("./catalogue"),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      // The value is not repeated: it usually holds a password.
      v.regex(
        /^(postgres(ql)?:\/\/\S+|memory:\/\/)$/,
        "the value is not the address of a PostgreSQL server. Write for example DATABASE_URL=postgres://user:password@host:5432/shop, or leave it out.",
      ),
    ),
  ),
  DATABASE_POOL: wholeNumber("DATABASE_POOL", 10, 2, 200),
  RATE_LIMIT_LOOPBACK: v.optional(onOff("RATE_LIMIT_LOOPBACK"), "off"),
  PAYMENT_TIMEOUT_MINUTES: wholeNumber("PAYMENT_TIMEOUT_MINUTES", 60, 1, 1440),
  TEST_PAYMENTS: v.optional(onOff("TEST_PAYMENTS")),
  ...razorpayVariables,
  PICTURES_WARM: v.optional(onOff("PICTURES_WARM"), "on"),
  METRICS_PORT: wholeNumber("METRICS_PORT", 0, 0, 65_535),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^smtps?:\/\/\S+$/,
        "the value is not the address of a mail server. Write for example SMTP_URL=smtps://user:password@mail.example:465, or leave it out.",
      ),
    ),
  ),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^([^<>\r\n"]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
        ({ input }) => `"${input}" is no sender. Write for example MAIL_FROM=Taruva <shop@shop.example>.`,
      ),
    ),
  ),
  MAIL_TO: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+$/,
        ({ input }) => `"${input}" is not one address. Write for example MAIL_TO=owner@shop.example.`,
      ),
    ),
  ),
  SIGN_IN_CLIENT_ID: v.optional(v.string()),
  SIGN_IN_NAME: text(GOOGLE.name),
  SIGN_IN_ISSUER: v.optional(webAddress("SIGN_IN_ISSUER", GOOGLE.issuer), GOOGLE.issuer),
  SIGN_IN_JWKS_URL: v.optional(webAddress("SIGN_IN_JWKS_URL", GOOGLE.jwksUrl), GOOGLE.jwksUrl),
  SIGN_IN_AUTHORIZE_URL: v.optional(webAddress("SIGN_IN_AUTHORIZE_URL", "https://login.example/authorize")),
  SHOP_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.minLength(
        32,
        "the value is too short to be a secret. Write for example SHOP_SECRET=<32 or more random letters>.",
      ),
    ),
  ),
});

/** In production a customer who forgot the password must be able to get a mail. */
const mailNeeded = (name: string, example: string) =>
  `the production profile sends real mails. Write for example ${name}=${example}.`;

type Variables = v.InferOutput<typeof variables>;

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
    limitLoopback: given.RATE_LIMIT_LOOPBACK === "on",
    paymentTimeoutMinutes: given.PAYMENT_TIMEOUT_MINUTES,
    testPayments: (given.TEST_PAYMENTS ?? (given.RAZORPAY_KEY_ID === undefined ? "on" : "off")) === "on",
    razorpay: razorpayOf(given),
    warmPictures: given.PICTURES_WARM === "on",
    metricsPort: given.METRICS_PORT || null,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? "Taruva <shop@localhost>",
    mailTo: given.MAIL_TO,
    secret: given.SHOP_SECRET,
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

/** "Every address of this machine" is where to listen, not where to go. */
function visitableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

const mistake = (issue: v.BaseIssue<unknown>) => `${v.getDotPath(issue) ?? "settings"}: ${issue.message}`;
