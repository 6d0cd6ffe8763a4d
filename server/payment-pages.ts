import type { Config } from "#platform/config/config.ts";
import { buildGuestPageHeaders } from "#platform/http/security-headers.ts";
import { isPaymentPage } from "#shop/payments/payment-pages.ts";

type HeadersFor = (url: string) => Readonly<Record<string, string>>;

/** Headers of the pages with Razorpay's window let it in, if Razorpay takes payments; all others stay as they are. */
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
    // In browsers inside other apps it leaves the page for its own by a form.
    "form-action": API,
  }),
  "permissions-policy": `camera=(), geolocation=(), microphone=(), payment=(self "${API}")`,
};
