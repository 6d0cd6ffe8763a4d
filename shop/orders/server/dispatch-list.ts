import path from "node:path";
import { formatCount } from "#contract/text.ts";
import { CommandRefused, type CommandResult, type ReportProgress } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { type CourierList, readCourierList } from "./courier-list.ts";
import { dispatchOrder } from "./dispatch-order.ts";

/**
 * Sends every parcel of a courier's list. With an error nothing is sent, unless `skipFaulty`; every one is named. Said again it
 * does only what was not done. @throws CommandRefused
 */
export async function dispatchList(
  context: Context,
  file: string,
  skipFaulty: boolean,
  report: ReportProgress = () => {},
): Promise<CommandResult> {
  const { parcels, unchanged, errors } = await readCourierList(context.db, file);
  if (errors.length > 0 && !(skipFaulty && parcels.length + unchanged.length > 0))
    throw new CommandRefused(
      [
        `Nothing was sent: ${formatCount(errors.length, "row")} of ${path.basename(file)} cannot be.`,
        ...errors.map(({ row, why }) => (row > 0 ? `row ${row}: ${why}` : why)),
        ...(parcels.length > 0 ? ["Correct them, or send the others: --skip-faulty"] : []),
      ].join("\n"),
    );
  const sent = await sendParcels(context, parcels, errors, report);
  return {
    ...(errors.length > 0 && {
      columns: ["Row", "Order", "Not sent because"],
      rows: errors.map(({ row, orderId, why }) => [row, orderId, why]),
      attention: true as const,
    }),
    message: [
      `${formatCount(sent.length, "parcel")} sent; each customer has a mail.`,
      unchanged.length > 0 ? `${formatCount(unchanged.length, "parcel")} on their way before.` : "",
      errors.length > 0 ? `${formatCount(errors.length, "row")} not done.` : "",
    ]
      .filter(Boolean)
      .join(" "),
    data: { sent, unchanged: unchanged.map(({ orderId }) => orderId), errors },
  };
}

/** Sends one after the other; what is refused meanwhile is added to the errors. */
async function sendParcels(
  context: Context,
  parcels: CourierList["parcels"],
  errors: CourierList["errors"],
  report: ReportProgress,
): Promise<string[]> {
  const sent: string[] = [];
  for (const { row, orderId, tracking } of parcels) {
    report("Sending parcels", sent.length, parcels.length);
    try {
      sent.push((await dispatchOrder(context, orderId, tracking)).orderId);
    } catch (cause) {
      // Its customer was quicker, a moment ago.
      if (!(cause instanceof CommandRefused)) throw cause;
      errors.push({ row, orderId, why: cause.message });
    }
  }
  return sent;
}
