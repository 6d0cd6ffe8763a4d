import type { Paise } from "#contract/money.ts";
import { Notice } from "#ui/notice.tsx";
import { describeOnlineLimit } from "../payment.ts";

/** Before the order is placed, tells the customer if the sum is too large to be paid online. */
export function OnlineLimit({ payable, className }: { payable: Paise; className?: string | undefined }) {
  const limit = describeOnlineLimit(payable);
  return limit && <Notice className={className}>{limit}</Notice>;
}
