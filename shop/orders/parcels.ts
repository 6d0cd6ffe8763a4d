import { formatDate } from "#contract/dates.ts";
import { capitalise, formatCount } from "#contract/text.ts";
import type { Order, OrderItem, Tracking } from "./order.ts";
import { countPieces, formatPieces, listRemaining, type Pieces } from "./returned-pieces.ts";
import { type OrderStatus, type ParcelStatus, toShownStatus } from "./status.ts";

export const parcelTransitions: Record<ParcelStatus, readonly ParcelStatus[]> = {
  Waiting: ["Sent"],
  Sent: ["Delivered", "Lost"],
  Delivered: [],
  Lost: [],
};

type Parcel = NonNullable<Order["parcels"]>[number];

export interface CancellableLine extends Pieces {
  cancelled?: number | undefined;
}

export const listWanted = (lines: readonly CancellableLine[]): Pieces[] =>
  lines
    .map(({ productId, quantity, cancelled = 0 }) => ({ productId, quantity: quantity - cancelled }))
    .filter(({ quantity }) => quantity > 0);

/** Returns the ordered pieces that are neither cancelled nor in a parcel. Replacement parcels do not count. */
export const listUnsent = (
  lines: readonly CancellableLine[],
  parcels: readonly { pieces: Pieces[]; replaces?: true | undefined }[],
): Pieces[] =>
  listRemaining(
    listWanted(lines),
    parcels.flatMap(({ pieces, replaces }) => (replaces ? [] : pieces)),
  );

export function describeUnsentRefusal(
  orderId: string,
  unsent: readonly Pieces[],
  pieces: readonly Pieces[],
): string | null {
  const products = [...new Set(pieces.map(({ productId }) => productId))];
  const tooMany = products.find((each) => countPieces(pieces, each) > countPieces(unsent, each));
  if (tooMany === undefined) return null;
  const available = countPieces(unsent, tooMany);
  const list = unsent.map(({ productId, quantity }) => `${productId}:${quantity}`).join(" ");
  return `${available === 0 ? `No pieces of ${tooMany} are` : `Only ${available} of ${tooMany} ${available === 1 ? "is" : "are"}`} left to send in ${orderId}.${list && ` Still to send: ${list}.`}`;
}

/** Returns why the parcel with this number cannot be found; null if it exists or if `position` is null. */
export function describeMissingParcel(
  orderId: string,
  parcels: readonly { position: number }[],
  position: number | null,
): string | null {
  if (position === null || parcels.some((each) => each.position === position)) return null;
  const positions = parcels.map((each) => each.position).join(", ");
  return `${orderId} has no parcel ${position}. ${positions === "" ? "No parcel has been dispatched yet." : `Its parcels are ${positions}.`}`;
}

/**
 * Returns `Delivered` if a parcel was delivered, and `Lost` if all parcels were lost. Null if there is no parcel, or
 * while pieces are unshipped or in transit.
 */
export function findEnd(
  unsent: readonly Pieces[],
  parcels: readonly { status: ParcelStatus }[],
): "Delivered" | "Lost" | null {
  const isOver = parcels.every(({ status }) => status === "Delivered" || status === "Lost");
  if (unsent.length > 0 || parcels.length === 0 || !isOver) return null;
  return parcels.some(({ status }) => status === "Delivered") ? "Delivered" : "Lost";
}

export const nameParcel = ({ position }: { position: number }): string => `Parcel ${position}`;

/** Describes a parcel for the customer: `On its way since 24 Nov 2026`. */
export function describeParcel({ status, replaces, dispatchedAt, deliveredAt, lostAt }: Parcel): string {
  const formatSince = (date: string | undefined, prefix: string) =>
    date ? ` ${prefix} ${formatDate(date)}` : "";
  const state = {
    Waiting: "being packed",
    Sent: `on its way${formatSince(dispatchedAt, "since")}`,
    Delivered: `arrived${formatSince(deliveredAt, "on")}`,
    Lost: `lost on the way${formatSince(lostAt, "· reported on")}`,
  }[status];
  return replaces ? `Free replacement · ${state}` : capitalise(state);
}

type ParcelledOrder = Pick<Order, "orderStatus" | "items" | "parcels">;

const listItemPieces = (items: readonly OrderItem[]): CancellableLine[] =>
  items.map(({ productId, quantity, cancelled }) => ({ productId: productId._id, quantity, cancelled }));

/**
 * Counts the parcels, those that arrived, the ordered pieces and the unshipped pieces. Cancelled pieces, lost parcels
 * and replacements are not counted. Returns null if the order has no parcels, or only replacements.
 */
export function countParcels({ orderStatus, items, parcels = [] }: ParcelledOrder) {
  const sold = parcels.filter(({ replaces }) => !replaces);
  if (sold.length === 0) return null;
  const lines = listItemPieces(items);
  const unsent =
    toShownStatus(orderStatus) === ("Processing" satisfies OrderStatus) ? listUnsent(lines, sold) : [];
  const sumPieces = (pieces: readonly Pieces[]) => pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  const remaining = sold.filter(({ status }) => status !== "Lost");
  return {
    parcels: remaining.length,
    arrived: remaining.filter(({ status }) => status === "Delivered").length,
    pieces: sumPieces(listWanted(lines)),
    unsent: sumPieces(unsent),
  };
}

/** Returns `2 of 3 pieces have left our workshop. …`; null if all pieces are in one parcel or no parcel is listed. */
export function describeParcels(order: ParcelledOrder): string | null {
  const counts = countParcels(order);
  if (counts === null) return null;
  const { parcels, arrived, pieces, unsent } = counts;
  if (unsent > 0)
    return `${pieces - unsent} of ${formatCount(pieces, "piece")} ${pieces - unsent === 1 ? "has" : "have"} left our workshop. The rest will follow in another parcel.`;
  if (parcels < 2) return null;
  return arrived === 0
    ? `Your order is on its way in ${formatCount(parcels, "parcel")}.`
    : `${arrived} of ${formatCount(parcels, "parcel")} ${arrived === 1 ? "has" : "have"} arrived, the rest is on its way.`;
}

export function describeReplacement({ items, parcels = [] }: ParcelledOrder): string | null {
  const replacement = parcels.find(
    ({ replaces, status }) => replaces && (status === "Waiting" || status === "Sent"),
  );
  if (!replacement) return null;
  const pieces = formatParcelPieces(replacement.pieces, items);
  return replacement.status === "Waiting"
    ? `We'll send you ${pieces} again, free of charge. We'll e-mail you the tracking number.`
    : `${pieces} is on its way to you again, free of charge, with ${replacement.tracking?.courier ?? "our courier"}, number ${replacement.tracking?.number ?? "to come"}.`;
}

export const formatParcelPieces = (pieces: readonly Pieces[], items: readonly OrderItem[]): string =>
  formatPieces(
    pieces,
    items.map(({ productId: { _id, title } }) => ({ productId: _id, title })),
  );

export const findOpenReplacement = <Row extends { isReplacement: boolean; status: ParcelStatus }>(
  parcels: readonly Row[],
): Row | null =>
  parcels.find(({ isReplacement, status }) => isReplacement && (status === "Waiting" || status === "Sent")) ??
  null;

export const isSameParcel = (first: Tracking | null, other: Tracking): boolean =>
  first?.courier === other.courier && first.number === other.number;
