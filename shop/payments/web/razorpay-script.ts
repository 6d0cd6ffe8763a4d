import type { AnswerOf } from "#contract/endpoint.ts";
import { SECOND } from "#contract/time.ts";
import type { openPaymentWindow } from "../endpoints.ts";
import { isPaymentPage } from "../payment-pages.ts";
import type { ReturnProof } from "../payment.ts";

const SCRIPT = "https://checkout.razorpay.com/v1/checkout.js";
const TIMEOUT_MS = 20 * SECOND;
/** A wrong clock must not close the window before it opens. */
const LEAST_SECONDS = 60;

export type RazorpayWindow = Extract<AnswerOf<typeof openPaymentWindow>, { provider: "razorpay" }>;

/** Contact details of the customer, so that they need not type them again. */
export interface Payer {
  name: string;
  email: string;
  /** Ten digits. */
  phone: string;
}

/** The part of Razorpay's script that is used here. */
type Checkout = new (options: object) => { open(): void; close?: () => void };

/** Whether Razorpay's script may run in this document at all. */
export function isPaymentDocument(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return load !== undefined && isPaymentPage(new URL(load.name).pathname);
}

/** Loads Razorpay's script when a customer pays. Null if it cannot be loaded. */
export function loadRazorpayScript(): Promise<Checkout | null> {
  const here = () => (window as { Razorpay?: Checkout }).Razorpay ?? null;
  return new Promise((resolve) => {
    if (here()) return resolve(here());
    const script = document.createElement("script");
    const end = (checkout: Checkout | null) => {
      clearTimeout(timer);
      // The next try fetches it again.
      if (!checkout) script.remove();
      resolve(checkout);
    };
    const timer = setTimeout(() => end(null), TIMEOUT_MS);
    script.src = SCRIPT;
    script.async = true;
    script.addEventListener("load", () => end(here()));
    script.addEventListener("error", () => end(null));
    document.head.append(script);
  });
}

/** Opens Razorpay's window over the page. Calls exactly one of the two once; the result closes it. */
export function showRazorpay(
  Razorpay: Checkout,
  { keyId, providerOrderId, amountPaise, currency, description, expiresAt }: RazorpayWindow,
  { payer, shopName }: { payer: Payer; shopName: string },
  then: { paid: (proof: ReturnProof) => void; dismissed: () => void },
): () => void {
  let isOver = false;
  const once = (work: () => void) => {
    if (!isOver) work();
    isOver = true;
  };
  const checkout = new Razorpay({
    key: keyId,
    order_id: providerOrderId,
    amount: amountPaise,
    currency,
    name: shopName,
    description,
    prefill: { name: payer.name, email: payer.email, contact: `+91${payer.phone}` },
    notes: { order: description },
    theme: { color: getComputedStyle(document.documentElement).getPropertyValue("--walnut").trim() },
    timeout: Math.max(LEAST_SECONDS, Math.floor((Date.parse(expiresAt) - Date.now()) / SECOND)),
    handler: (answer: { razorpay_payment_id?: string; razorpay_signature?: string }) =>
      once(() =>
        then.paid({
          paymentId: answer.razorpay_payment_id ?? "",
          signature: answer.razorpay_signature ?? "",
        }),
      ),
    modal: { ondismiss: () => once(then.dismissed) },
  });
  checkout.open();
  return () => {
    if (!isOver) checkout.close?.();
    isOver = true;
  };
}
