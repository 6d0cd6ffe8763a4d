import { CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { type Ended, MAIL_LINK, recordCommand } from "#server/operator";
import type { Tracking } from "../order.ts";
import { describeParcel } from "./describe-for-operator.ts";
import { dispatchOrder } from "./dispatch-order.ts";

/**
 * What `orders dispatch` does, once, for who holds the link of the mail, and recorded as the command is.
 * @throws CommandRefused for an order that has left, also a moment ago, or is not to be sent
 */
export async function dispatchByLink(
  context: Context,
  orderId: string,
  { courier, number }: Tracking,
): Promise<void> {
  const startedAt = context.now();
  const record = (ended: Ended) =>
    recordCommand(
      context.db,
      {
        noun: "orders",
        verb: "dispatch",
        args: { orderId },
        options: { courier, number },
        osUser: MAIL_LINK,
      },
      { startedAt, endedAt: context.now() },
      ended,
    );
  try {
    const order = await dispatchOrder(context, orderId, { courier, number }, { once: true });
    await record({ outcome: "done", result: { message: describeParcel(order) } });
  } catch (cause) {
    if (cause instanceof CommandRefused) await record({ outcome: "refused", message: cause.message });
    throw cause;
  }
}
