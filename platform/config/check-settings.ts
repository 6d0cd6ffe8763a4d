import * as v from "valibot";
import {
  isMissed,
  isLiveKeyOnTestServer,
  LIVE_KEY_ON_TEST_SERVER,
  describeMissingSetting,
} from "./razorpay-settings.ts";
import { describeMissingStorageKey, isStorageKeyMissed } from "./storage-settings.ts";
import { areHeadersExposed, HEADERS_EXPOSED } from "./tracing-settings.ts";
import { type Variables, variables } from "./variables.ts";
import { toConfig } from "./to-config.ts";

/** In production a customer who forgot the password must be able to get a mail. */
const describeMissingMail = (name: string, example: string) =>
  `the production profile sends real mails. Write for example ${name}=${example}.`;

/** A setting that others need: what is said when it is missing beside them. */
const requireWith = <Name extends keyof Variables>(
  name: Name,
  isMissed: (name: Name, given: Variables) => boolean,
  describe: (name: Name) => string,
) =>
  v.forward(
    v.partialCheck<Variables, readonly [readonly [Name]], Variables, string>(
      [[name]],
      (given) => !isMissed(name, given),
      describe(name),
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
  v.forward(
    v.partialCheck(
      [["SHOP_PROFILE"], ["DATABASE_URL"]],
      ({ SHOP_PROFILE, DATABASE_URL = "" }) => SHOP_PROFILE === "demo" || DATABASE_URL.startsWith("postgres"),
      "the production profile keeps its orders on a PostgreSQL server; the embedded database is to try, develop and test.\n" +
        "    Run `apt install postgresql`, make user and database as docs/production.md says, and write for example " +
        "DATABASE_URL=postgres:///taruva?host=/var/run/postgresql.",
    ),
    ["DATABASE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["METRICS_HOST"], ["METRICS_TOKEN"]],
      ({ METRICS_HOST, METRICS_TOKEN }) =>
        METRICS_TOKEN !== undefined || ["127.0.0.1", "::1", "localhost"].includes(METRICS_HOST),
      "other machines read the shop's figures there, and only with a token. Set METRICS_TOKEN too, or leave this out.",
    ),
    ["METRICS_HOST"],
  ),
  v.forward(
    v.partialCheck(
      [["PORT"], ["PUBLIC_URL"]],
      ({ PORT, PUBLIC_URL }) => PUBLIC_URL !== undefined || !BLOCKED_PORTS.has(PORT),
      "browsers open no page at this port. Choose another, for example PORT=3000, or write the PUBLIC_URL of a proxy before it.",
    ),
    ["PORT"],
  ),
  v.forward(
    v.partialCheck(
      [["DATABASE_POOLER_URL"], ["DATABASE_URL"]],
      ({ DATABASE_POOLER_URL, DATABASE_URL = "" }) =>
        DATABASE_POOLER_URL === undefined || DATABASE_URL.startsWith("postgres"),
      "PgBouncer serves customers' calls; for all else the shop needs the server itself. Write DATABASE_URL too, or leave this out.",
    ),
    ["DATABASE_POOLER_URL"],
  ),
  requireWith("RAZORPAY_KEY_ID", isMissed, describeMissingSetting),
  requireWith("RAZORPAY_KEY_SECRET", isMissed, describeMissingSetting),
  requireWith("RAZORPAY_WEBHOOK_SECRET", isMissed, describeMissingSetting),
  v.forward(
    v.partialCheck(
      [["RAZORPAY_KEY_ID"], ["RAZORPAY_API_URL"]],
      (given) => !isLiveKeyOnTestServer(given),
      LIVE_KEY_ON_TEST_SERVER,
    ),
    ["RAZORPAY_API_URL"],
  ),
  requireWith("PICTURES_STORAGE_KEY_ID", isStorageKeyMissed, describeMissingStorageKey),
  requireWith("PICTURES_STORAGE_SECRET_KEY", isStorageKeyMissed, describeMissingStorageKey),
  v.forward(
    v.partialCheck(
      [["CDN_SECONDS"], ["CDN_PURGE_URL"]],
      ({ CDN_SECONDS, CDN_PURGE_URL }) => CDN_PURGE_URL === undefined || CDN_SECONDS > 0,
      "a CDN that holds no page has none to give up. Write for example CDN_SECONDS=60, or leave CDN_PURGE_URL out.",
    ),
    ["CDN_PURGE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["OTEL_EXPORTER_OTLP_ENDPOINT"], ["OTEL_EXPORTER_OTLP_HEADERS"]],
      (given) => !areHeadersExposed(given),
      HEADERS_EXPOSED,
    ),
    ["OTEL_EXPORTER_OTLP_ENDPOINT"],
  ),
  v.forward(
    v.partialCheck(
      [["SHOP_PROFILE"], ["SMTP_URL"]],
      ({ SHOP_PROFILE, SMTP_URL }) => SHOP_PROFILE === "demo" || SMTP_URL !== undefined,
      describeMissingMail("SMTP_URL", "smtps://user:password@mail.example:465"),
    ),
    ["SMTP_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["SHOP_PROFILE"], ["MAIL_FROM"]],
      ({ SHOP_PROFILE, MAIL_FROM }) => SHOP_PROFILE === "demo" || MAIL_FROM !== undefined,
      describeMissingMail("MAIL_FROM", "Taruva <shop@shop.example>"),
    ),
    ["MAIL_FROM"],
  ),
  v.transform(toConfig),
);

export const describeIssue = (issue: v.BaseIssue<unknown>) =>
  `${v.getDotPath(issue) ?? "settings"}: ${issue.message}`;

/** The ports that the Fetch standard forbids to all browsers: those of other protocols. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);
