import { formatCount } from "#contract/text.ts";
import { type CommandResult, type ReportProgress, YesNeeded } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { readCourierList } from "./courier-list.ts";
import { dispatchOrder } from "./dispatch-order.ts";
import { createListError, describeListResult, type OrderList, runForEachRow } from "./run-order-list.ts";

/**
 * Sends every parcel of a courier's list. With an error nothing is sent, unless `skipFaulty`; every one is named. Said again it
 * does only what was not done. @throws CommandRefused, YesNeeded before anything is sent unless `isConfirmed`
 */
export async function dispatchList(
  context: Context,
  { file, skipFaulty, isConfirmed }: OrderList,
  report: ReportProgress = () => {},
): Promise<CommandResult> {
  const { parcels, unchanged, errors } = await readCourierList(context.db, file);
  if (errors.length > 0 && !(skipFaulty && parcels.length + unchanged.length > 0))
    throw createListError(file, errors, {
      undone: "Nothing was sent",
      canSkip: parcels.length > 0,
      others: "send the others",
    });
  if (parcels.length > 0 && !isConfirmed)
    throw new YesNeeded(
      `Mark ${formatCount(parcels.length, "parcel")} as dispatched? Each customer gets a mail and can no longer cancel.`,
    );
  const sent = await runForEachRow(
    parcels,
    errors,
    ({ orderId, tracking }) => dispatchOrder(context, orderId, tracking),
    (done, of) => report("Sending parcels", done, of),
  );
  return describeListResult(
    {
      message: [
        `${formatCount(sent.length, "parcel")} sent; each customer has a mail.`,
        unchanged.length > 0 ? `${formatCount(unchanged.length, "parcel")} on their way before.` : "",
      ],
      notDone: "Not sent because",
      errors,
    },
    { sent, unchanged: unchanged.map(({ orderId }) => orderId) },
  );
}
