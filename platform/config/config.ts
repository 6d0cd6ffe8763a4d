import type { CdnSettings } from "./cdn-settings.ts";
import type { Razorpay } from "./razorpay-settings.ts";
import type { StorageSettings } from "./storage-settings.ts";
import type { TracingSettings } from "../observe/otlp-tracer.ts";
import type { TrustedProxies } from "../http/proxies.ts";
import type { SettingFile } from "./setting-files.ts";
import type { LogLevel } from "./variables.ts";

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
  /** PostgreSQL server; without it the embedded engine stores its data in `dataDir`. */
  databaseUrl: string | undefined;
  /** PgBouncer before that server, with transaction pooling, for customers' calls. */
  databasePoolerUrl: string | undefined;
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
  /** What several machines share their pictures in; null: they are in `catalogueDir` alone. */
  pictureStorage: StorageSettings | null;
  cdn: CdnSettings;
  /** Where Prometheus reads the shop's figures; null: nowhere. From other machines it needs the token. */
  metrics: { port: number; host: string; token: string | undefined } | null;
  /** Where traces are reported; null without a collector. */
  tracing: TracingSettings | null;
  /** How long a closing shop goes on answering while `/readyz` already says that it leaves. */
  drainSeconds: number;
  /** Address of the mail server; without it mails are files in `<dataDir>/outbox`. */
  smtpUrl: string | undefined;
  /** Who mails come from: `Name <address>` or an address. */
  mailFrom: string;
  /** Where contact messages go; without it to the seller's own address. */
  mailTo: string | undefined;
  /** What the owner is mailed at once, and what in the digest of the morning. */
  ownerMails: "urgent" | "each" | "digest" | "off";
  /** So many pieces or fewer are low stock. */
  lowStock: number;
  /** Where to report a weakness, a mail address or a page; without it the seller's own address. */
  securityContact: string | undefined;
  /** Public key of age that backups are encrypted to; without it they are not. */
  backupRecipient: string | undefined;
  /** Seals what the database alone must not reveal; without it one is stored in `dataDir`. */
  secret: string | undefined;
  /** The one before, while what it sealed is still on its way. */
  previousSecret: string | undefined;
  /** Where customers can sign in besides here; null without a client id. */
  signIn: SignIn | null;
  /** The settings that were read from files. */
  settingFiles: readonly SettingFile[];
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
