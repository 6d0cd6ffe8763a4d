import { isIP } from "node:net";
import path from "node:path";
import * as v from "valibot";
import { isRecipient } from "../backup/encryption.ts";
import { parseTrustedProxies } from "../http/proxies.ts";
import { isOrigin, oneOf, onOff, optionalText, profile, refuse, text, wholeNumber } from "./setting.ts";

/* `.env.example` explains the settings that this file declares. */

function toVisitableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** The sender if MAIL_FROM is not set, which only the demo profile permits. Customers cannot reply to it. */
export const NO_SENDER = "shop@localhost";

interface ShopAddress {
  PORT: number;
  HOST: string;
  PUBLIC_URL?: string | undefined;
}

const getPublicUrl = ({ PORT, HOST, PUBLIC_URL }: ShopAddress): string =>
  PUBLIC_URL === undefined ? `http://${toVisitableHost(HOST)}:${PORT}` : new URL(PUBLIC_URL).origin;

/**
 * True if browsers send `SameSite=Lax` cookies with the calls of one origin to the other. The last two labels of a host
 * name count as its site, which is wrong for endings such as `co.in`.
 */
function isSameSite(first: string, second: string): boolean {
  const [one, other] = [new URL(first), new URL(second)];
  const getSite = ({ hostname }: URL) =>
    isIP(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
  return one.protocol === other.protocol && getSite(one) === getSite(other);
}

export const addressSettings = v.pipe(
  v.object({
    PORT: wholeNumber(3000, { least: 0, most: 65_535 }),
    HOST: v.pipe(
      text("127.0.0.1"),
      v.check(
        (value) => URL.canParse(`http://${toVisitableHost(value)}`),
        ({ input }) =>
          `"${input}" is neither a name nor an address of a machine. Write for example HOST=127.0.0.1`,
      ),
    ),
    PUBLIC_URL: optionalText(
      isOrigin,
      "the value must be an http(s) address without a path. Write for example PUBLIC_URL=https://shop.example",
    ),
    API_URL: optionalText(
      isOrigin,
      "the value must be an http(s) address without a path. Write for example API_URL=https://api.shop.example",
    ),
  }),
  refuse(
    "API_URL",
    ["PORT", "HOST", "PUBLIC_URL", "API_URL"],
    ({ API_URL, ...shop }) => API_URL !== undefined && !isSameSite(API_URL, getPublicUrl(shop)),
    "the address must have the same protocol and the same domain as PUBLIC_URL. Otherwise browsers do not send the cookie of the session. Write for example API_URL=https://api.shop.example",
  ),
  v.transform(({ API_URL, ...shop }) => {
    const publicUrl = getPublicUrl(shop);
    const apiUrl = API_URL && new URL(API_URL).origin;
    return {
      port: shop.PORT,
      host: shop.HOST,
      /** The origin in the URLs that customers use, without a trailing slash. */
      publicUrl,
      /** The origin to which pages send their API calls (D90); undefined if it is `publicUrl`. */
      apiUrl: apiUrl === publicUrl ? undefined : apiUrl,
    };
  }),
);

const LOG_LEVELS = ["info", "debug", "trace", "warn", "error", "fatal", "silent"] as const;

export const processSettings = v.pipe(
  v.object({
    ...profile,
    NODE_ENV: v.optional(v.string()),
    LOG_LEVEL: v.optional(oneOf(LOG_LEVELS), "info"),
    DATA_DIR: text("./data"),
    DRAIN_SECONDS: v.optional(wholeNumber(5, { least: 0, most: 10 })),
  }),
  v.transform((value) => ({
    profile: value.SHOP_PROFILE,
    development: value.NODE_ENV === "development",
    logLevel: value.LOG_LEVEL,
    dataDir: path.resolve(value.DATA_DIR),
    /** The time for which a server that shuts down still answers requests, while `/readyz` already returns 503. */
    drainSeconds: value.DRAIN_SECONDS ?? (value.SHOP_PROFILE === "production" ? 5 : 0),
  })),
);

/** A database URL. Error messages do not contain it, because it usually includes a password. */
const databaseAddress = (form: RegExp) =>
  optionalText(
    form,
    "the value is not the address of a PostgreSQL server. Write for example NAME=postgres://user:password@host:5432/shop, or leave it out.",
  );

export const databaseSettings = v.pipe(
  v.object({
    ...profile,
    DATABASE_URL: databaseAddress(/^(postgres(ql)?:\/\/\S+|memory:\/\/)$/),
    DATABASE_POOLER_URL: databaseAddress(/^postgres(ql)?:\/\/\S+$/),
    DATABASE_POOL: wholeNumber(10, { least: 2, most: 200 }),
  }),
  refuse(
    "DATABASE_URL",
    ["SHOP_PROFILE", "DATABASE_URL"],
    ({ SHOP_PROFILE, DATABASE_URL = "" }) => SHOP_PROFILE !== "demo" && !DATABASE_URL.startsWith("postgres"),
    "the production profile needs a PostgreSQL server. The embedded database is only for trials and development.\n" +
      "    Run `apt install postgresql`, create the user and the database as in docs/owners/production.md, and write for example " +
      "DATABASE_URL=postgres:///taruva?host=/var/run/postgresql",
  ),
  refuse(
    "DATABASE_POOLER_URL",
    ["DATABASE_POOLER_URL", "DATABASE_URL"],
    ({ DATABASE_POOLER_URL, DATABASE_URL = "" }) =>
      DATABASE_POOLER_URL !== undefined && !DATABASE_URL.startsWith("postgres"),
    "PgBouncer only serves customers' requests. Set DATABASE_URL to the address of the PostgreSQL server as well, or remove DATABASE_POOLER_URL.",
  ),
  v.transform((value) => ({
    /** The URL of the database server, or `memory://`. If undefined, the embedded engine uses `dataDir`. */
    databaseUrl: value.DATABASE_URL,
    /** The URL of PgBouncer (with transaction pooling). Slow work, such as commands and migrations, does not use it. */
    databasePoolerUrl: value.DATABASE_POOLER_URL,
    databasePool: value.DATABASE_POOL,
  })),
);

export const proxySettings = v.pipe(
  v.object({
    ...profile,
    RATE_LIMIT_LOOPBACK: v.optional(onOff),
    TRUST_PROXY: v.pipe(
      text("loopback"),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const trusted = parseTrustedProxies(dataset.value.trim());
        if (trusted !== null) return trusted;
        addIssue({
          message: `"${dataset.value}" is neither a list of addresses and networks nor a number of proxies from 1 to 9. Write for example TRUST_PROXY=10.0.0.5,192.168.0.0/16`,
        });
        return NEVER;
      }),
    ),
  }),
  v.transform(({ SHOP_PROFILE, RATE_LIMIT_LOOPBACK, TRUST_PROXY }) => ({
    /** True if the rate limits for IP addresses also apply to requests from this machine (security §10). */
    limitLoopback: (RATE_LIMIT_LOOPBACK ?? (SHOP_PROFILE === "production" ? "on" : "off")) === "on",
    trustedProxies: TRUST_PROXY,
  })),
);

export const metricsSettings = v.pipe(
  v.object({
    METRICS_PORT: wholeNumber(0, { least: 0, most: 65_535 }),
    METRICS_HOST: text("127.0.0.1"),
    METRICS_TOKEN: optionalText(
      /^[\x21-\x7E]{16,}$/,
      "the value is not a token of at least 16 letters, digits or signs. Write for example what `openssl rand -hex 32` prints.",
    ),
  }),
  refuse(
    "METRICS_HOST",
    ["METRICS_HOST", "METRICS_TOKEN"],
    ({ METRICS_HOST, METRICS_TOKEN }) =>
      METRICS_TOKEN === undefined && !["127.0.0.1", "::1", "localhost"].includes(METRICS_HOST),
    "other machines can only read the metrics with a token. Set METRICS_TOKEN too, or remove this setting.",
  ),
  v.transform(({ METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token }) => ({
    /** The address where Prometheus reads the metrics; null if METRICS_PORT is 0. If `token` is set, it is required. */
    metrics: port === 0 ? null : { port, host, token },
  })),
);

/** Refuses production without mails, because customers could not reset a forgotten password. */
const refuseWithoutMail = <Given extends { SHOP_PROFILE: string; [mail: string]: string | undefined }>(
  name: "SMTP_URL" | "MAIL_FROM",
  example: string,
) =>
  refuse<Given>(
    name,
    ["SHOP_PROFILE", name],
    (value) => value.SHOP_PROFILE !== "demo" && value[name] === undefined,
    `the production profile needs it to send real e-mails. Write for example NAME=${example}`,
  );

export const mailSettings = v.pipe(
  v.object({
    ...profile,
    SMTP_URL: optionalText(
      /^smtps?:\/\/\S+$/,
      "the value is not the address of a mail server. Write for example SMTP_URL=smtps://user:password@mail.example:465, or leave it out.",
    ),
    MAIL_FROM: optionalText(
      /^([^<>\r\n"]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      ({ input }) => `"${input}" is not a sender. Write for example MAIL_FROM=Taruva <shop@shop.example>`,
    ),
  }),
  refuseWithoutMail("SMTP_URL", "smtps://user:password@mail.example:465"),
  refuseWithoutMail("MAIL_FROM", "Taruva <shop@shop.example>"),
  v.transform((value) => ({
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? NO_SENDER,
  })),
);

const ownSecret = optionalText(
  (value) => value.length >= 32,
  "the value is too short to be a secret. Write for example NAME=<32 or more random letters>",
);

export const securitySettings = v.pipe(
  v.object({
    BACKUP_RECIPIENT: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        // The error does not contain the value, because it may be the secret key.
        v.check(
          isRecipient,
          "the value is not a valid public key of the program age. Write for example BACKUP_RECIPIENT=age1…, as `npm run shop -- backup key <file>` prints it.",
        ),
      ),
    ),
    SHOP_SECRET: ownSecret,
    SHOP_SECRET_PREVIOUS: ownSecret,
  }),
  v.transform((value) => ({
    backupRecipient: value.BACKUP_RECIPIENT,
    /** Protects data from someone who can only read the database. By default, it is generated in `dataDir`. */
    secret: value.SHOP_SECRET,
    /** The secret before the last change. Links and codes that it signed are accepted while this is set. */
    previousSecret: value.SHOP_SECRET_PREVIOUS,
  })),
);
