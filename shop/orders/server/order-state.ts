import type { Context } from "#platform/context.ts";
import { findRefusal, refuseIf } from "#platform/operator/command.ts";
import { findShortages, readStates, type StockStates } from "#shop/inventory/server/index.ts";
import { isOpen, wasPaid } from "#shop/payments/payment.ts";
import { findRefundRefusal, listPayments, listRefunds, listUnsettled } from "#shop/payments/server/index.ts";
import { describeCorrectionRefusal } from "../address-correction.ts";
import { describeSettlementRefusal } from "../describe-for-owner.ts";
import { describeTransitionError } from "../order-transitions.ts";
import { limitPieces, listRemaining, type Pieces } from "../returned-pieces.ts";
import { awaitsCash, getUnrefunded } from "../status.ts";
import { planPartCancellation } from "./cancel-pieces.ts";
import { findDecisionRefusal } from "./cancellations.ts";
import { describeLateConfirmation, findRefusedParcelRefusal } from "./cash-orders.ts";
import { getOrder, listOrders, type OrderFilter, type OrderGroup } from "./list-orders.ts";
import {
  describeReplacementShortages,
  findReplacementRefusal,
  listOwedForLost,
  requireLost,
  requireWaitingReplacement,
} from "./lost-and-replaced.ts";
import { requireDeliverable } from "./order-parcels.ts";
import { findPaidRefusal } from "./paid-by-hand.ts";
import { listGoods, type OrderGoods } from "./order-goods.ts";
import { planRefund } from "./refunds.ts";
import { planDispatch } from "./ship-parcel.ts";
import type { OrderRow, ParcelRow } from "./tables.ts";

interface OrderState extends OrderGoods {
  payment: Awaited<ReturnType<typeof listPayments>>[number] | null;
  paidBack: Awaited<ReturnType<typeof listRefunds>>;
  stock: StockStates;
}

export async function readOrderState({ db }: Pick<Context, "db">, typedOrderId: string) {
  const order = await getOrder(db, typedOrderId);
  const [state] = await listStates(db, [order]);
  if (!state) throw new Error(`The state of ${order.orderId} is missing`);
  return {
    ...state,
    refusals: findOrderRefusals(state),
    /** Refuses if `refundReturned` would refuse these pieces. @throws CommandRefused */
    assertReturnRefundable: (returned: readonly Pieces[], byHand: string | undefined): void => {
      const pieces = limitPieces(returned, listRemaining(state.lines, state.refunded));
      if (getUnrefunded(order) > 0 && pieces.length > 0)
        assertRefundable(state, { amountPaise: null, pieces, byHand, mayBeReturning: true });
    },
  };
}

/** Reads the states of all these orders together, with one query for each table. */
async function listStates(db: Context["db"], rows: readonly OrderRow[]): Promise<OrderState[]> {
  const orderIds = rows.map(({ orderId }) => orderId);
  const [goods, payments, refunds] = await Promise.all([
    listGoods(db, rows),
    listPayments(db, ...orderIds),
    listRefunds(db, ...orderIds),
  ]);
  const lines = goods.flatMap((each) => each.lines);
  const stock = await readStates(db, lines);
  const refundsOf = Map.groupBy(refunds, ({ orderId }) => orderId);
  return goods.map((each) => ({
    ...each,
    payment: payments.find(({ orderId }) => orderId === each.order.orderId) ?? null,
    paidBack: refundsOf.get(each.order.orderId) ?? [],
    stock,
  }));
}

function assertRefundable(state: OrderState, request: Parameters<typeof planRefund>[1]): void {
  const { amountPaise } = planRefund(state, request);
  assertProviderRefunds(state, amountPaise, request.byHand);
}

function assertProviderRefunds(
  { payment, paidBack }: OrderState,
  amountPaise: number,
  byHand?: string,
): void {
  if (payment && amountPaise > 0) refuseIf(findRefundRefusal(payment, paidBack, { amountPaise, byHand }));
}

function assertReplaceable(state: OrderState, pieces: Pieces[]): void {
  refuseIf(findReplacementRefusal(state, pieces));
  const shortages = findShortages(state.stock, pieces);
  if (shortages.length > 0) refuseIf(describeReplacementShortages(state, shortages));
}

function assertCancellable(state: OrderState): void {
  const { order, paidBack } = state;
  refuseIf(describeTransitionError(order, "Cancelled"));
  if (wasPaid(order.paymentStatus) && !paidBack.some(({ reason }) => reason === "cancellation"))
    assertProviderRefunds(state, getUnrefunded(order));
}

function assertConfirmable({ order, payment }: OrderState): void {
  refuseIf(describeTransitionError(order, "Processing"));
  if (awaitsCash(order) && !(payment && isOpen(payment.status))) refuseIf(describeLateConfirmation(order));
}

function assertLostRefundable(state: OrderState, lost: ParcelRow): void {
  const owed = listOwedForLost(state, lost);
  const parcels = state.parcels.map((each) => (each === lost ? { ...each, status: "Lost" as const } : each));
  if (owed) assertRefundable({ ...state, parcels }, owed);
}

/** The groups of orders in which each action is usually possible. The most urgent group is first. */
const USUAL_GROUPS: Readonly<Record<string, readonly OrderGroup[]>> = {
  "orders cancel": ["to-answer", "to-pack", "unpaid"],
  "orders confirm": ["unpaid"],
  "orders correct": ["to-pack", "unpaid"],
  "orders deliver": ["on-their-way"],
  "orders dispatch": ["to-pack"],
  "orders paid": ["unpaid"],
  "orders refund": ["delivered", "on-their-way"],
  "orders replace": ["delivered", "on-their-way"],
  "orders settle": ["delivered"],
};

export const findableActions = Object.keys(USUAL_GROUPS);

/** Lists the orders that match `filter` and for which the action would be accepted now. */
export async function listPossible(
  context: Context,
  action: string,
  { most, ...filter }: OrderFilter & { most: number },
): Promise<OrderRow[]> {
  // Check only orders whose cash is not settled, because the newest delivered orders may all be settled or paid online.
  if (action === "orders settle")
    filter.orderIds ??= (await listUnsettled(context)).map(({ orderId }) => orderId);
  const groups = filter.group ? [filter.group] : (USUAL_GROUPS[action] ?? []);
  const candidates = new Map<string, OrderRow>();
  for (const each of [...groups.map((group) => ({ group })), { replacementWaits: true } as const])
    for (const order of await listOrders(context.db, { ...filter, ...each, most: MAX_CHECKED }))
      candidates.set(order.id, order);
  const names = [action, `${action} --approve`];
  return (await listStates(context.db, [...candidates.values()]))
    .filter((state) =>
      Object.entries(findOrderRefusals(state)).some(
        ([name, refusal]) => names.includes(name) && refusal === null,
      ),
    )
    .slice(0, most)
    .map(({ order }) => order);
}

const MAX_CHECKED = 40;

/** Returns why each command would be refused now. Null if it would be accepted with the right input. */
function findOrderRefusals(state: OrderState): Record<string, string | null> {
  const { order } = state;
  const positions = [null, ...state.parcels.map(({ position }) => position)];
  const ofEachLine = state.lines.map(({ productId }) => [{ productId, quantity: 1 }]);
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
      positions.map((position) => () => planDispatch(state, tracking, { position })),
    ),
    "orders deliver": findRefusal(positions.map((position) => () => requireDeliverable(state, position))),
    "orders deliver --in-person": findRefusal([() => refuseIf(describeTransitionError(order, "Delivered"))]),
    "orders refund --lost": findRefusal(
      positions.map((position) => () => assertLostRefundable(state, requireLost(state, position))),
    ),
    "orders replace --lost": findRefusal(
      positions.map((position) => () => assertReplaceable(state, requireLost(state, position).pieces)),
    ),
    "orders cancel --refused": findRefusedParcelRefusal(state),
    "orders settle": settlement && `${settlement}.`,
    "orders replace": findRefusal([
      ...ofEachLine.map((pieces) => () => assertReplaceable(state, pieces)),
      () => requireWaitingReplacement(state),
    ]),
    "orders correct": describeCorrectionRefusal(order, state.parcels),
    "orders refund": findRefusal(
      [undefined, "…"].flatMap((byHand) =>
        [null, ...ofEachLine].map(
          (pieces) => () => assertRefundable(state, { amountPaise: null, pieces, byHand }),
        ),
      ),
    ),
    "orders cancel": findRefusal([
      () => assertCancellable(state),
      ...ofEachLine.map((pieces) => () => assertProviderRefunds(state, planPartCancellation(state, pieces))),
    ]),
  };
}
