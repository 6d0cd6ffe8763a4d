import type { Paise } from "#contract/money.ts";
import { Notice } from "#ui/notice.tsx";
import { describeOnlineLimit } from "../payment.ts";

interface OnlineLimitProps {
  payable: Paise;
  className?: string | undefined;
}

/** Says before the order is placed that its sum cannot be paid online, and what happens; nothing for every other sum. */
export function OnlineLimit({ payable, className }: OnlineLimitProps) {
  const limit = describeOnlineLimit(payable);
  return limit && <Notice className={className}>{limit}</Notice>;
}
