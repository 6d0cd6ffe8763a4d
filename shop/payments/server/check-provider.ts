import { checkClock } from "#platform/checks/clock.ts";
import type { Note } from "#platform/checks/check.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import { ProviderUnavailable } from "./provider.ts";
import { createRazorpayPayments } from "./razorpay/payments.ts";

/** Checks, by asking Razorpay for something harmless, that it takes the shop's keys, can be reached, and has the same time. */
export async function checkProvider(
  { config, now }: Pick<Context, "config" | "now">,
  note: Note,
): Promise<Finding[]> {
  note(config.razorpay ? "Razorpay takes the shop's keys" : "test payments");
  const provider = config.razorpay && createRazorpayPayments(config.razorpay, now);
  if (!provider?.probe) return [];
  try {
    const { aheadMs } = await provider.probe();
    return aheadMs === null ? [] : checkClock("Razorpay's clock", aheadMs);
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
