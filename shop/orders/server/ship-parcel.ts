import { type OrderGoods, readGoods } from "./order-goods.ts";
import {
  settleParcels,
  insertParcel,
  moveParcel,
  findParcel,
  describeParcelRow,
  describeParcelState,
} from "./order-parcels.ts";
import { publishEvent } from "./change-status.ts";
import { requireOrder } from "./list-orders.ts";
import { type OrderRow, type ParcelRow, parcel } from "./tables.ts";
import { describeMail } from "../describe-for-owner.ts";
import { describeDispatchRefusal, describeRefundedRefusal } from "../order-transitions.ts";
import { eq } from "drizzle-orm";
import { CommandRefused, refuseIf, requireConfirmation, type Confirmed } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { HOUR } from "#contract/time.ts";
import type { Tx } from "#platform/database/database.ts";
import { type ChangeKind, defineChangeKind, recordChange } from "#platform/operator/undo.ts";
import { hashText } from "#platform/ids.ts";
import { dispatchUndone, orderDispatched } from "../events.ts";
import type { Tracking } from "../order.ts";
import { awaitsCash } from "../status.ts";
import { describeUnsentRefusal, isSameParcel } from "../parcels.ts";
import { formatPieces, listRemaining, type Pieces } from "../returned-pieces.ts";

interface Dispatch {
  confirmed?: Confirmed;
  /** The pieces in the parcel. Null for all unshipped pieces. */
  pieces?: Pieces[] | null;
  position?: number | null;
}

/**
 * Ships a parcel; the customer can then no longer cancel (D67, D68). If the parcel is shipped already, corrects its
 * courier and tracking number. @throws CommandRefused @throws ConfirmationRequired
 */
export const shipParcel = (
  context: Context,
  orderId: string,
  tracking: Tracking,
  { confirmed = true, pieces = null, position = null }: Dispatch = {},
): Promise<ReturnType<typeof describeDispatched>> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, orderId);
    const goods = await readGoods(tx, order);
    const { chosen, shippedPieces } = planDispatch(goods, tracking, { pieces, position });
    if (chosen?.status === "Sent") {
      await tx.update(parcel).set({ tracking }).where(eq(parcel.id, chosen.id));
      return describeDispatched(await settleParcels(context, tx, order), chosen.position, goods.parcels);
    }
    const question = askToDispatch(goods, tracking, { chosen, leaving: shippedPieces });
    requireConfirmation({ confirmed }, question);
    const sent = chosen ?? (await insertParcel(context, tx, goods, { pieces: shippedPieces }));
    await moveParcel(context, tx, sent, "Sent", { tracking });
    const updated = await settleParcels(context, tx, order);
    await publishEvent(context, tx, order, orderDispatched, { parcel: sent.position });
    await recordChange(context, tx, dispatchChange, {
      summary: `${order.orderId}: ${goods.parcels.length > 0 ? `parcel ${sent.position} ` : ""}dispatched`,
      things: { orderId: order.orderId, position: sent.position, tracking: hashTracking(tracking) },
    });
    return describeDispatched(updated, sent.position, [...goods.parcels, sent]);
  });

/** Chooses the parcel to ship or to correct. `chosen` is null if a new parcel is needed. @throws CommandRefused */
export function planDispatch(
  goods: OrderGoods,
  tracking: Tracking,
  { pieces = null, position = null }: Pick<Dispatch, "pieces" | "position">,
): { chosen: ParcelRow | null; shippedPieces: Pieces[] } {
  const { order, unsent } = goods;
  const chosen = choose(goods, tracking, { pieces, position });
  if (!chosen?.isReplacement) refuseIf(describeDispatchRefusal(order));
  if (chosen && chosen.status !== "Waiting") {
    if (chosen.status !== "Sent") throw new CommandRefused(describeParcelState(order.orderId, chosen));
    return { chosen, shippedPieces: chosen.pieces };
  }
  refuseIf(describeRefundedRefusal(order));
  const shippedPieces = chosen ? chosen.pieces : (pieces ?? unsent);
  if (!chosen && awaitsCash(order) && listRemaining(unsent, shippedPieces).length > 0)
    throw new CommandRefused(
      `${order.orderId} is a cash-on-delivery order, so all its pieces must be sent in one parcel. If you choose no pieces, all are sent.`,
    );
  return { chosen, shippedPieces };
}

function choose(
  goods: OrderGoods,
  tracking: Tracking,
  { pieces, position }: Required<Pick<Dispatch, "pieces" | "position">>,
): ParcelRow | null {
  const { order, lines, parcels, unsent } = goods;
  const { orderId } = order;
  if (position !== null) {
    if (pieces !== null)
      throw new CommandRefused(
        "Enter either the number of a parcel or the pieces of a new parcel, not both.",
      );
    return findParcel(goods, position);
  }
  if (pieces !== null) {
    refuseIf(describeUnsentRefusal(orderId, unsent, pieces));
    return null;
  }
  const existing = parcels.find((each) => isSameParcel(each.tracking, tracking));
  if (existing) return existing;
  if (parcels.length === 0 || order.partlySent) return null;
  const waitingParcel = parcels.find(({ status }) => status === "Waiting");
  if (waitingParcel) return waitingParcel;
  const open = parcels.filter(({ status }) => status === "Sent");
  const [single = parcels.at(-1) ?? null, second] = open;
  if (second)
    throw new CommandRefused(
      [
        `All parcels of ${orderId} are dispatched. Enter the number of the parcel to correct:`,
        ...open.map((each) => describeParcelRow(each, lines)),
      ].join("\n"),
    );
  return single;
}

const describeDispatched = (order: OrderRow, position: number, parcels: readonly ParcelRow[]) => ({
  order,
  position,
  isPart: order.partlySent || parcels.length > 1,
});

function askToDispatch(
  { order, lines, parcels, unsent }: OrderGoods,
  { courier, number }: Tracking,
  { chosen, leaving }: { chosen: ParcelRow | null; leaving: Pieces[] },
): string {
  const { orderId } = order;
  const remaining = chosen ? [] : listRemaining(unsent, leaving);
  const isAll = parcels.length === 0 && remaining.length === 0;
  const description = isAll ? orderId : `${formatPieces(leaving, lines)} of ${orderId}`;
  return [
    `Mark ${description} as dispatched with ${courier}, number ${number}?`,
    ...(remaining.length > 0 ? [`${formatPieces(remaining, lines)} will still be left to send.`] : []),
    chosen
      ? describeMail(order)
      : describeMail(order, "The customer gets an e-mail and can no longer cancel."),
  ].join(" ");
}

export const dispatchChange: ChangeKind<{ orderId: string; position: number; tracking: string }> =
  defineChangeKind({
    name: "dispatch",
    forMs: HOUR,
    async undo(context, tx, { orderId, position, tracking }) {
      const order = await requireOrder(tx, orderId);
      const goods = await readGoods(tx, order);
      const sent = findParcel(goods, position);
      if (sent?.status !== "Sent")
        throw new CommandRefused(
          `${sent ? describeParcelState(orderId, sent) : orderId} The dispatch cannot be undone.`,
        );
      refuseUndo(goods, sent);
      if (sent.tracking === null || hashTracking(sent.tracking) !== tracking)
        throw new CommandRefused(
          `The courier or tracking number of ${orderId} was corrected later, so the dispatch cannot be undone. Correct them again if they are wrong.`,
        );
      await unshipParcel(context, tx, goods, sent);
      const at = context.now().toISOString();
      await publishEvent(context, tx, order, dispatchUndone, { parcel: position, at });
      const name = goods.parcels.length > 1 ? `parcel ${position} of ${orderId}` : orderId;
      return [
        `${name} is back in the list of orders to pack, without courier and tracking number. If the customer was already told, they get an e-mail saying that the parcel has not been sent yet`,
      ];
    },
  });

function refuseUndo({ order, parcels, refunds }: OrderGoods, sent: ParcelRow): void {
  const { orderId, status } = order;
  if (parcels.some(({ position }) => position > sent.position))
    throw new CommandRefused(
      `A later parcel of ${orderId} was dispatched in the meantime, so this dispatch can no longer be undone.`,
    );
  if (sent.isReplacement) return;
  if (status !== "Processing")
    throw new CommandRefused(`${orderId} is ${status}, so its dispatch can no longer be undone.`);
  if (refunds.some(({ createdAt }) => sent.dispatchedAt === null || createdAt >= sent.dispatchedAt))
    throw new CommandRefused(
      `${orderId} was refunded in the meantime, so its dispatch can no longer be undone.`,
    );
}

async function unshipParcel(
  context: Context,
  tx: Tx,
  { order, parcels }: OrderGoods,
  { id, isReplacement }: ParcelRow,
): Promise<void> {
  if (isReplacement)
    await tx
      .update(parcel)
      .set({ status: "Waiting", statusBefore: null, tracking: null, dispatchedAt: null })
      .where(eq(parcel.id, id));
  else await tx.delete(parcel).where(eq(parcel.id, id));
  const hasOthers = isReplacement || parcels.some((each) => each.id !== id && !each.isReplacement);
  await settleParcels(context, tx, hasOthers ? order : { ...order, tracking: null, dispatchedAt: null });
}

/** A tracking number is personal data, so the record of changes contains only its hash. */
const hashTracking = ({ courier, number, link }: Tracking): string =>
  hashText(JSON.stringify([courier, number, link]));
