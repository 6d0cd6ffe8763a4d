import * as v from "valibot";
import { isRecipient } from "../backup/backup-keys.ts";
import { cdnVariables } from "./cdn-settings.ts";
import { parseTrustedProxies } from "../http/proxies.ts";
import { razorpayVariables } from "./razorpay-settings.ts";
import { isSecureAddress } from "./secure-address.ts";
import { tracingVariables } from "./tracing-settings.ts";
import { storageVariables } from "./storage-settings.ts";

const GOOGLE = {
  name: "Google",
  issuer: "https://accounts.google.com",
  jwksUrl: "https://www.googleapis.com/oauth2/v3/certs",
} as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

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

/** An address of someone else's; plain http only on this machine. A refused one is not repeated: it may hold a password. */
const webAddress = (name: string, example: string) =>
  v.pipe(
    v.string(),
    v.check(isSecureAddress, `the value is no https address. Write for example ${name}=${example}.`),
  );

const ownSecret = (name: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.minLength(
        32,
        `the value is too short to be a secret. Write for example ${name}=<32 or more random letters>.`,
      ),
    ),
  );

/** The value is not repeated: it usually holds a password. */
const databaseAddress = (name: string, form: RegExp) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(
        form,
        `the value is not the address of a PostgreSQL server. Write for example ${name}=postgres://user:password@host:5432/shop, or leave it out.`,
      ),
    ),
  );

/** The variables of the environment, each by itself: what it may say, and what is said of a mistake. */
export const variables = v.object({
  PORT: wholeNumber("PORT", 3000, 0, 65_535),
  HOST: v.pipe(
    text("127.0.0.1"),
    v.check(
      (given) => URL.canParse(`http://${toVisitableHost(given)}`),
      ({ input }) =>
        `"${input}" is neither a name nor an address of a machine. Write for example HOST=127.0.0.1.`,
    ),
  ),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isOrigin,
        "the value is not an http(s) address without a path. Write for example PUBLIC_URL=https://shop.example.",
      ),
      v.transform((given) => new URL(given).origin),
    ),
  ),
  SHOP_PROFILE: v.optional(oneOf("SHOP_PROFILE", ["demo", "production"]), "demo"),
  NODE_ENV: v.optional(v.string()),
  LOG_LEVEL: v.optional(oneOf("LOG_LEVEL", LOG_LEVELS), "info"),
  DATA_DIR: text("./data"),
  CATALOGUE_DIR: text("./catalogue"),
  DATABASE_URL: databaseAddress("DATABASE_URL", /^(postgres(ql)?:\/\/\S+|memory:\/\/)$/),
  DATABASE_POOLER_URL: databaseAddress("DATABASE_POOLER_URL", /^postgres(ql)?:\/\/\S+$/),
  DATABASE_POOL: wholeNumber("DATABASE_POOL", 10, 2, 200),
  RATE_LIMIT_LOOPBACK: v.optional(onOff("RATE_LIMIT_LOOPBACK")),
  TRUST_PROXY: v.pipe(
    text("loopback"),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const trusted = parseTrustedProxies(dataset.value.trim());
      if (trusted !== null) return trusted;
      addIssue({
        message: `"${dataset.value}" is neither a list of addresses and networks nor a number of proxies from 1 to 9. Write for example TRUST_PROXY=10.0.0.5,192.168.0.0/16.`,
      });
      return NEVER;
    }),
  ),
  LOW_STOCK: wholeNumber("LOW_STOCK", 3, 0, 999),
  OWNER_MAILS: v.optional(oneOf("OWNER_MAILS", ["urgent", "each", "digest", "off"]), "urgent"),
  PAYMENT_TIMEOUT_MINUTES: wholeNumber("PAYMENT_TIMEOUT_MINUTES", 60, 1, 1440),
  TEST_PAYMENTS: v.optional(onOff("TEST_PAYMENTS")),
  ...razorpayVariables,
  PICTURES_WARM: v.optional(onOff("PICTURES_WARM"), "on"),
  ...storageVariables,
  ...cdnVariables,
  ...tracingVariables,
  METRICS_PORT: wholeNumber("METRICS_PORT", 0, 0, 65_535),
  METRICS_HOST: text("127.0.0.1"),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[\x21-\x7E]{16,}$/,
        "the value is no token of at least 16 letters, digits or signs. Write for example what `openssl rand -hex 32` prints.",
      ),
    ),
  ),
  DRAIN_SECONDS: v.optional(wholeNumber("DRAIN_SECONDS", 5, 0, 10)),
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
  BACKUP_RECIPIENT: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      // The value is not repeated: it may be the secret key.
      v.check(
        isRecipient,
        "the value is no public key of age, or one with a mistake in it. Write for example BACKUP_RECIPIENT=age1…, as `npm run shop -- backup key <file>` prints it.",
      ),
    ),
  ),
  SECURITY_CONTACT: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/\S+|[^\s@<>:]+@[^\s@<>]+)$/,
        ({ input }) =>
          `"${input}" is neither an address of mail nor an https address. Write for example SECURITY_CONTACT=security@shop.example.`,
      ),
    ),
  ),
  SIGN_IN_CLIENT_ID: v.optional(v.string()),
  SIGN_IN_NAME: text(GOOGLE.name),
  SIGN_IN_ISSUER: v.optional(webAddress("SIGN_IN_ISSUER", GOOGLE.issuer), GOOGLE.issuer),
  SIGN_IN_JWKS_URL: v.optional(webAddress("SIGN_IN_JWKS_URL", GOOGLE.jwksUrl), GOOGLE.jwksUrl),
  SIGN_IN_AUTHORIZE_URL: v.optional(webAddress("SIGN_IN_AUTHORIZE_URL", "https://login.example/authorize")),
  SHOP_SECRET: ownSecret("SHOP_SECRET"),
  SHOP_SECRET_PREVIOUS: ownSecret("SHOP_SECRET_PREVIOUS"),
});

export type Variables = v.InferOutput<typeof variables>;

/** "Every address of this machine" is where to listen, not where to go. */
export function toVisitableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
