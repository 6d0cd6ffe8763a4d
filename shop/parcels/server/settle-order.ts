import { formatRupeesGrouped, fromRupees, type Paise, toRupees } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { CommandRefused, refuseIf } from "#platform/operator/command.ts";
import { describeSettlementRefusal } from "#shop/orders/describe-for-owner.ts";
import { changeOrder, type OrderRow } from "#shop/orders/server/index.ts";
import { findPayment, settleCash } from "#shop/payments/server/index.ts";

export async function findSettlement(db: Db | Tx, orderId: string) {
  const paid = await findPayment(db, orderId);
  return paid?.settledAt ? { amountPaise: paid.settledAmount ?? 0, reference: paid.settledAs ?? "" } : null;
}

/** Rounds to whole rupees, because India Post collects only those. */
export const roundToRupees = (amountPaise: Paise): Paise =>
  fromRupees(Math.round(toRupees(amountPaise))) ?? 0;

export const isFullPayment = (amountPaise: Paise, { payable }: Pick<OrderRow, "payable">): boolean =>
  amountPaise === payable || amountPaise === roundToRupees(payable);

export interface SettleResult {
  order: OrderRow;
  amountPaise: Paise;
  previous: Awaited<ReturnType<typeof findSettlement>>;
}

/** Records the cash that the courier paid, or corrects it. Null `amountPaise` means all cash. @throws CommandRefused */
export const settleCashOrder = (
  context: Context,
  orderId: string,
  { amountPaise, reference }: { amountPaise: Paise | null; reference: string },
  confirm: (result: SettleResult) => void = () => {},
): Promise<SettleResult> =>
  changeOrder(context, orderId, confirm, async (tx, order) => {
    const refusal = describeSettlementRefusal(order);
    refuseIf(refusal && `${refusal}.`);
    const previous = await findSettlement(tx, order.orderId);
    const result = { order, amountPaise: amountPaise ?? order.payable, previous };
    if (result.amountPaise > order.payable && !isFullPayment(result.amountPaise, order))
      throw new CommandRefused(
        `${formatRupeesGrouped(order.payable)} was collected for ${order.orderId}, so the courier cannot have paid ${formatRupeesGrouped(result.amountPaise)}. Check the amount.`,
      );
    await settleCash(context, tx, order.orderId, { amountPaise: result.amountPaise, reference });
    return result;
  });
