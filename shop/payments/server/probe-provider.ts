import { describeClock } from "#platform/checks/clock-findings.ts";
import type { Context } from "#platform/context.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { ProviderUnavailable } from "./provider.ts";
import { createRazorpayPayments } from "./razorpay/razorpay-payments.ts";

/** Asks Razorpay for something harmless: whether it takes the shop's keys, can be reached, and has the same time. */
export async function probeProvider({ config, now }: Pick<Context, "config" | "now">): Promise<Finding[]> {
  const provider = config.razorpay && createRazorpayPayments(config.razorpay, now);
  if (!provider?.probe) return [];
  try {
    const { aheadMs } = await provider.probe();
    return aheadMs === null ? [] : describeClock("Razorpay's clock", aheadMs);
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    return [
      {
        about: "RAZORPAY_KEY_ID",
        what: `no customer can pay: ${cause.message}`,
        remedy:
          "Compare key id and secret with Razorpay's dashboard and start again; with no answer at all, see whether this machine reaches the internet",
      },
    ];
  }
}
