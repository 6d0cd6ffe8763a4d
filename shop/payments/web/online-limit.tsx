import type { Paise } from "#contract/money.ts";
import { Notice } from "#ui/notice.tsx";
import { describeOnlineLimit } from "../payment.ts";

export function OnlineLimit({ payable, className }: { payable: Paise; className?: string | undefined }) {
  const limit = describeOnlineLimit(payable);
  return limit && <Notice className={className}>{limit}</Notice>;
}
