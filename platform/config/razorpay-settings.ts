import * as v from "valibot";

/** The account with Razorpay that takes the shop's payments. */
export interface Razorpay {
  keyId: string;
  keySecret: string;
  /** The current one and, while it is being replaced, the one before: Razorpay repeats old news under the old one. */
  webhookSecrets: readonly string[];
  /** True with test keys: no one pays real money. */
  testMode: boolean;
  /** Where its API is. */
  apiUrl: string;
}

const API_URL = "https://api.razorpay.com";
const THIS_MACHINE = /^http:\/\/127\.0\.0\.1:\d{1,5}$/;
const TEST_KEY = /^rzp_test_/;

/** No secret is ever repeated in what is wrong with it. */
const secret = (name: string, least: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(
        new RegExp(`^\\S{${least},200}$`),
        `the value is too short to be a secret, or has spaces in it. Write for example ${name}=<${least} or more letters and digits>.`,
      ),
    ),
  );

export const razorpayVariables = {
  RAZORPAY_KEY_ID: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^rzp_(test|live)_[A-Za-z0-9]{8,40}$/,
        "the value is no key id of Razorpay. Write for example RAZORPAY_KEY_ID=rzp_test_1DP5mmOlF5G5ag.",
      ),
    ),
  ),
  RAZORPAY_KEY_SECRET: secret("RAZORPAY_KEY_SECRET", 16),
  RAZORPAY_WEBHOOK_SECRET: secret("RAZORPAY_WEBHOOK_SECRET", 16),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret("RAZORPAY_WEBHOOK_SECRET_PREVIOUS", 16),
  // Money goes to Razorpay or nowhere: another address can only be a rehearsal on this machine.
  RAZORPAY_API_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (given) => given === API_URL || THIS_MACHINE.test(given),
        `the value is neither Razorpay's address nor one of this machine. Write for example RAZORPAY_API_URL=${API_URL}, or leave it out.`,
      ),
    ),
    API_URL,
  ),
} as const;

type Given = v.InferOutput<ReturnType<typeof asObject>>;
const asObject = () => v.object(razorpayVariables);

const together = ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET"] as const;
type Together = (typeof together)[number];

/** Whether this one is missing although another of the three is there. */
export const isMissed = (name: Together, given: Pick<Given, Together>): boolean =>
  given[name] === undefined && together.some((other) => given[other] !== undefined);

export const describeMissingSetting = (name: Together): string =>
  `Razorpay needs its key id, its key secret and a webhook secret. Write for example ${name}=<as the dashboard of Razorpay shows it>.`;

/** Real money never goes to a rehearsal. */
export const isLiveKeyOnTestServer = ({
  RAZORPAY_KEY_ID,
  RAZORPAY_API_URL,
}: Pick<Given, "RAZORPAY_KEY_ID" | "RAZORPAY_API_URL">): boolean =>
  THIS_MACHINE.test(RAZORPAY_API_URL) && RAZORPAY_KEY_ID !== undefined && !TEST_KEY.test(RAZORPAY_KEY_ID);

export const LIVE_KEY_ON_TEST_SERVER = `another address than Razorpay's works with test keys only. Write for example RAZORPAY_API_URL=${API_URL}, or leave it out.`;

/** Null while Razorpay is not set up. */
export function readRazorpaySettings(given: Given): Razorpay | null {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = given;
  const webhookSecrets = [given.RAZORPAY_WEBHOOK_SECRET, given.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
    (one) => one !== undefined,
  );
  if (keyId === undefined || keySecret === undefined || webhookSecrets.length === 0) return null;
  return { keyId, keySecret, webhookSecrets, testMode: TEST_KEY.test(keyId), apiUrl: given.RAZORPAY_API_URL };
}
