import * as v from "valibot";
import { onOff, optionalText, profile, refuse } from "#platform/config/setting.ts";

declare module "#platform/config/config.ts" {
  interface Config extends v.InferOutput<typeof paymentSettings> {}
}

export type Razorpay = NonNullable<v.InferOutput<typeof paymentSettings>["razorpay"]>;

const API_URL = "https://api.razorpay.com";
const THIS_MACHINE = /^http:\/\/127\.0\.0\.1:\d{1,5}$/;
const TEST_KEY = /^rzp_test_/;

/** The error message does not repeat the secret. */
const secret = optionalText(
  /^\S{16,200}$/,
  "the value is too short to be a secret, or has spaces in it. Write for example NAME=<16 or more letters and digits>",
);

const NEEDED = ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET"] as const;

const refuseWithout = <Given extends Record<string, string | undefined>>(name: (typeof NEEDED)[number]) =>
  refuse<Given>(
    name,
    [name],
    (value) => value[name] === undefined && NEEDED.some((other) => value[other] !== undefined),
    "Razorpay needs its key id, its key secret and a webhook secret. Write for example NAME=<as the dashboard of Razorpay shows it>",
  );

export const paymentSettings = v.pipe(
  v.object({
    ...profile,
    TEST_PAYMENTS: v.optional(onOff),
    RAZORPAY_KEY_ID: optionalText(
      /^rzp_(test|live)_[A-Za-z0-9]{8,40}$/,
      "the value is not a Razorpay key id. Write for example RAZORPAY_KEY_ID=rzp_test_1DP5mmOlF5G5ag",
    ),
    RAZORPAY_KEY_SECRET: secret,
    RAZORPAY_WEBHOOK_SECRET: secret,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret,
    // A URL of this machine is allowed for a simulated Razorpay.
    RAZORPAY_API_URL: optionalText(
      (value) => value === API_URL || THIS_MACHINE.test(value),
      `the value must be Razorpay's address or an address of this machine. Write for example RAZORPAY_API_URL=${API_URL}, or leave it out.`,
    ),
  }),
  refuse(
    "TEST_PAYMENTS",
    ["SHOP_PROFILE", "TEST_PAYMENTS", "RAZORPAY_KEY_ID"],
    ({ SHOP_PROFILE, TEST_PAYMENTS, RAZORPAY_KEY_ID }) =>
      SHOP_PROFILE !== "demo" && TEST_PAYMENTS !== "on" && RAZORPAY_KEY_ID === undefined,
    "the production profile does not allow test payments, and no other payment provider is set up. " +
      "Set up Razorpay, or write SHOP_PROFILE=demo, or TEST_PAYMENTS=on to rehearse production without real money.",
  ),
  refuse(
    "TEST_PAYMENTS",
    ["TEST_PAYMENTS", "RAZORPAY_KEY_ID"],
    ({ TEST_PAYMENTS, RAZORPAY_KEY_ID }) => TEST_PAYMENTS === "on" && RAZORPAY_KEY_ID !== undefined,
    "test payments cannot be used together with Razorpay. Write TEST_PAYMENTS=off, or leave it out.",
  ),
  refuseWithout("RAZORPAY_KEY_ID"),
  refuseWithout("RAZORPAY_KEY_SECRET"),
  refuseWithout("RAZORPAY_WEBHOOK_SECRET"),
  refuse(
    "RAZORPAY_API_URL",
    ["RAZORPAY_KEY_ID", "RAZORPAY_API_URL"],
    ({ RAZORPAY_KEY_ID = "", RAZORPAY_API_URL = "" }) =>
      THIS_MACHINE.test(RAZORPAY_API_URL) && RAZORPAY_KEY_ID !== "" && !TEST_KEY.test(RAZORPAY_KEY_ID),
    `an address other than Razorpay's own works only with test keys. Write for example RAZORPAY_API_URL=${API_URL}, or leave it out.`,
  ),
  v.transform((value) => {
    const {
      RAZORPAY_KEY_ID: keyId,
      RAZORPAY_KEY_SECRET: keySecret,
      RAZORPAY_API_URL: apiUrl = API_URL,
    } = value;
    /** The current and the previous secret. Razorpay may repeat an event that it signed with the previous one. */
    const webhookSecrets: readonly string[] = [
      value.RAZORPAY_WEBHOOK_SECRET,
      value.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    ].filter((secret) => secret !== undefined);
    const isSetUp = keyId !== undefined && keySecret !== undefined && webhookSecrets.length > 0;
    return {
      testPayments: (value.TEST_PAYMENTS ?? (keyId === undefined ? "on" : "off")) === "on",
      razorpay: isSetUp
        ? {
            keyId,
            keySecret,
            webhookSecrets,
            testMode: TEST_KEY.test(keyId),
            apiUrl,
          }
        : null,
    };
  }),
);
