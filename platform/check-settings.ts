import * as v from "valibot";
import {
  isMissed,
  isLiveKeyOnTestServer,
  LIVE_KEY_ON_TEST_SERVER,
  describeMissingSetting,
} from "./razorpay-settings.ts";
import { type Variables, variables } from "./variables.ts";
import { toConfig } from "./to-config.ts";

/** In production a customer who forgot the password must be able to get a mail. */
const describeMissingMail = (name: string, example: string) =>
  `the production profile sends real mails. Write for example ${name}=${example}.`;

/** Razorpay's three settings come together or not at all. */
const requireTogether = <Name extends Parameters<typeof isMissed>[0]>(name: Name) =>
  v.forward(
    v.partialCheck<Variables, readonly [readonly [Name]], Variables, string>(
      [[name]],
      (given) => !isMissed(name, given),
      describeMissingSetting(name),
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
      [["DATABASE_REPLICA_URLS"], ["DATABASE_URL"]],
      ({ DATABASE_REPLICA_URLS, DATABASE_URL = "" }) =>
        DATABASE_REPLICA_URLS.length === 0 || DATABASE_URL.startsWith("postgres"),
      "replicas are of a PostgreSQL server, and none is set. Write DATABASE_URL too, or leave this out.",
    ),
    ["DATABASE_REPLICA_URLS"],
  ),
  requireTogether("RAZORPAY_KEY_ID"),
  requireTogether("RAZORPAY_KEY_SECRET"),
  requireTogether("RAZORPAY_WEBHOOK_SECRET"),
  v.forward(
    v.partialCheck(
      [["RAZORPAY_KEY_ID"], ["RAZORPAY_API_URL"]],
      (given) => !isLiveKeyOnTestServer(given),
      LIVE_KEY_ON_TEST_SERVER,
    ),
    ["RAZORPAY_API_URL"],
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
