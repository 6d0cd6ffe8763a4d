import type { Context } from "#platform/context.ts";
import { findRefusal, refuseIf } from "#platform/operator/command.ts";
import { findShortages, readStates, type StockStates } from "#shop/inventory/server/index.ts";
import { isOpen, wasPaid } from "#shop/payments/payment.ts";
import { findPayment, findRefundRefusal, listRefunds } from "#shop/payments/server/index.ts";
import { describeCorrectionRefusal } from "../address-correction.ts";
import { describeSettlementRefusal } from "../describe-for-owner.ts";
import { describeTransitionError } from "../order-transitions.ts";
import type { Pieces } from "../returned-pieces.ts";
import { awaitsCash, getUnrefunded } from "../status.ts";
import { planPartCancellation } from "./cancel-pieces.ts";
import { findDecisionRefusal } from "./cancellations.ts";
import { describeLateConfirmation, findRefusedParcelRefusal } from "./cash-orders.ts";
import { getOrder } from "./list-orders.ts";
import {
  describeReplacementShortages,
  findReplacementRefusal,
  listOwedForLost,
  requireLost,
  requireWaitingReplacement,
} from "./lost-and-replaced.ts";
import { requireDeliverable } from "./order-parcels.ts";
import { findPaidRefusal } from "./paid-by-hand.ts";
import { type OrderGoods, planRefund, readGoods } from "./refunds.ts";
import { planDispatch } from "./ship-parcel.ts";
import type { OrderRow, ParcelRow } from "./tables.ts";

interface OrderState {
  order: OrderRow;
  goods: OrderGoods;
  payment: Awaited<ReturnType<typeof findPayment>>;
  refunds: Awaited<ReturnType<typeof listRefunds>>;
  stock: StockStates;
}

/** Reads everything that decides what can be done with an order. `refusals` says why a command would be refused. */
export async function readOrderState({ db }: Pick<Context, "db">, typedOrderId: string) {
  const order = await getOrder(db, typedOrderId);
  const [goods, payment, refunds] = await Promise.all([
    readGoods(db, order),
    findPayment(db, order.orderId),
    listRefunds(db, order.orderId),
  ]);
  const state = { order, goods, payment, refunds, stock: await readStates(db, goods.lines) };
  return { ...state, refusals: findOrderRefusals(state) };
}

export function assertRefundable(state: OrderState, request: Parameters<typeof planRefund>[2]): void {
  const { amountPaise } = planRefund(state.order, state.goods, request);
  assertProviderRefunds(state, amountPaise, request.byHand);
}

function assertProviderRefunds({ payment, refunds }: OrderState, amountPaise: number, byHand?: string): void {
  if (payment && amountPaise > 0) refuseIf(findRefundRefusal(payment, refunds, { amountPaise, byHand }));
}

function assertReplaceable({ order, goods, stock }: OrderState, pieces: Pieces[]): void {
  refuseIf(findReplacementRefusal(order, goods, pieces));
  const shortages = findShortages(stock, pieces);
  if (shortages.length > 0) refuseIf(describeReplacementShortages(order, goods, shortages));
}

function assertCancellable(state: OrderState): void {
  const { order, refunds } = state;
  refuseIf(describeTransitionError(order, "Cancelled"));
  if (wasPaid(order.paymentStatus) && !refunds.some(({ reason }) => reason === "cancellation"))
    assertProviderRefunds(state, getUnrefunded(order));
}

function assertConfirmable({ order, payment }: OrderState): void {
  refuseIf(describeTransitionError(order, "Processing"));
  if (awaitsCash(order) && !(payment && isOpen(payment.status))) refuseIf(describeLateConfirmation(order));
}

function assertLostRefundable(state: OrderState, lost: ParcelRow): void {
  const { order, goods } = state;
  const owed = listOwedForLost(order, goods, lost);
  const parcels = goods.parcels.map((each) => (each === lost ? { ...each, status: "Lost" as const } : each));
  if (owed) assertRefundable({ ...state, goods: { ...goods, parcels } }, owed);
}

/** Returns why each command would be refused now. Null if it would be accepted with the right input. */
function findOrderRefusals(state: OrderState): Record<string, string | null> {
  const { order, goods } = state;
  const positions = [null, ...goods.parcels.map(({ position }) => position)];
  const ofEachLine = goods.lines.map(({ productId }) => [{ productId, quantity: 1 }]);
  const tracking = { courier: "…", number: "…" };
  const settlement = describeSettlementRefusal(order);
  return {
    "orders confirm": findRefusal([() => assertConfirmable(state)]),
    "orders paid": findPaidRefusal(order),
    "orders cancel --approve":
      findDecisionRefusal(order) ??
      (order.status === "Processing" || order.status === "Delivered"
        ? findRefusal([() => assertCancellable(state)])
        : null),
    "orders cancel --decline": findDecisionRefusal(order),
    "orders dispatch": findRefusal(
      positions.map((position) => () => planDispatch(order, goods, tracking, { position })),
    ),
    "orders deliver": findRefusal([
      ...positions.map((position) => () => requireDeliverable(order, goods, { position })),
      () => refuseIf(describeTransitionError(order, "Delivered")),
    ]),
    "orders refund --lost": findRefusal(
      positions.map((position) => () => assertLostRefundable(state, requireLost(order, goods, position))),
    ),
    "orders replace --lost": findRefusal(
      positions.map((position) => () => assertReplaceable(state, requireLost(order, goods, position).pieces)),
    ),
    "orders cancel --refused": findRefusedParcelRefusal(order, goods.parcels),
    "orders settle": settlement && `${settlement}.`,
    "orders replace": findRefusal([
      ...ofEachLine.map((pieces) => () => assertReplaceable(state, pieces)),
      () => requireWaitingReplacement(order, goods.parcels),
    ]),
    "orders correct": describeCorrectionRefusal(order),
    "orders refund": findRefusal(
      [undefined, "…"].flatMap((byHand) =>
        [null, ...ofEachLine].map(
          (pieces) => () => assertRefundable(state, { amountPaise: null, pieces, byHand }),
        ),
      ),
    ),
    "orders cancel": findRefusal([
      () => assertCancellable(state),
      ...ofEachLine.map(
        (pieces) => () => assertProviderRefunds(state, planPartCancellation(order, goods, pieces)),
      ),
    ]),
  };
}
