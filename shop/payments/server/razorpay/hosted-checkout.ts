import type { Config } from "#platform/config/config.ts";

/** A form that leads to the provider's own page, for a page without scripts. */
export interface HostedCheckout {
  action: string;
  fields: Readonly<Record<string, string>>;
}

interface Payable {
  providerOrderId: string;
  amountPaise: number;
  currency: string;
  /** What the customer reads beside the amount. */
  description: string;
}

/**
 * Razorpay's page for one of its orders. It posts what it says of the payment to `backTo`, which is only a hint, as with its
 * window; nothing about the customer goes along. Null where Razorpay is not set up.
 */
export function describeHostedCheckout(
  { razorpay, publicUrl }: Config,
  { providerOrderId, amountPaise, currency, description }: Payable,
  { shopName, backTo }: { shopName: string; backTo: string },
): HostedCheckout | null {
  if (!razorpay) return null;
  const address = new URL(backTo, publicUrl).href;
  return {
    action: `${razorpay.apiUrl}/v1/checkout/embedded`,
    fields: {
      key_id: razorpay.keyId,
      order_id: providerOrderId,
      amount: String(amountPaise),
      currency,
      name: shopName,
      description,
      callback_url: address,
      cancel_url: address,
    },
  };
}
