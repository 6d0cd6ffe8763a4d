import type { Config } from "#platform/config/config.ts";
import { buildGuestPageHeaders } from "#platform/http/security-headers.ts";
import { isPaymentPage } from "#shop/payments/payment-pages.ts";

type HeadersFor = (url: string) => Readonly<Record<string, string>>;

/**
 * Returns headers that allow Razorpay's window on the pages with a payment, if Razorpay is configured; other pages keep
 * their headers.
 */
export const withPaymentPages = ({ razorpay }: Pick<Config, "razorpay">, others: HeadersFor): HeadersFor =>
  razorpay ? (url) => (isPaymentPage(url.split("?", 1)[0] ?? "") ? withRazorpay : others(url)) : others;

const buildOrigin = (name: string) => `https://${name}.razorpay.com`;
const API = buildOrigin("api");
const LISTENERS = ["lumberjack", "lumberjack-cx", "lumberjack-metrics"].map(buildOrigin);

/**
 * Permissions as in Razorpay's own shop plugins. It styles its window inside our page, so styles alone may be inline.
 */
const withRazorpay = {
  ...buildGuestPageHeaders({
    "script-src": `${buildOrigin("checkout")} ${buildOrigin("cdn")}`,
    "style-src": "'unsafe-inline'",
    "frame-src": `${API} ${buildOrigin("checkout")}`,
    "connect-src": [API, ...LISTENERS].join(" "),
    // Browsers inside other apps submit a form that leaves the page for Razorpay's.
    "form-action": API,
  }),
  "permissions-policy": `camera=(), geolocation=(), microphone=(), payment=(self "${API}")`,
};
