import { type ReactNode, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDateTime } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { auditList, undoList } from "#contract/operator-results.ts";
import { capitalise, joinTexts } from "#contract/text.ts";
import { SECOND } from "#contract/time.ts";
import { describeWait, type Gift } from "#shop/orders/gift.ts";
import { formatPieces, listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { TextArea } from "#ui/field.tsx";
import { Unbroken } from "#ui/unbroken.tsx";
import { CommandButton } from "../command-button.tsx";
import type { ShownOrder } from "../order-parts.tsx";
import { useLeaveWarning } from "../router.ts";
import { Section, Small } from "../screen-parts.tsx";
import { useCommand, useView } from "../use-view.ts";
import styles from "./order.module.css";

export type Parcel = Omit<NonNullable<ShownOrder["parcels"]>[number], "status">;

interface HistoryEntry {
  at: string;
  /** True if the event is a dispatch. Of several events at the same time, only this one gets its Undo button. */
  isDispatch?: true;
  what: ReactNode;
  by?: string | undefined;
  undo?: number;
}

/** A command or a change that was made to the order. `undo` is the number of the change, if it can be undone. */
type OrderRecord = Pick<DataOf<typeof auditList>[number], "at" | "until" | "by" | "command"> & {
  undo?: number;
  isDispatch?: boolean;
};

export function useRecords(orderId: string): OrderRecord[] {
  const options = { order: orderId };
  const isStaff = useCommand("audit") !== undefined;
  const { data: records = [] } = useView({ ...auditList, options }, { enabled: isStaff });
  const { data: changes = [] } = useView({ ...undoList, options }, { enabled: isStaff });
  const doneRecords = records.filter(({ outcome }) => outcome === "done");
  const ofSeveral = changes.filter(({ changedAt }) => !doneRecords.some((each) => isDuring(changedAt, each)));
  return [
    ...doneRecords.map((record) => {
      const change = changes.find(({ changedAt }) => isDuring(changedAt, record));
      const isDispatch = record.command === "orders dispatch";
      return { ...record, isDispatch, ...(change && { undo: change.number }) };
    }),
    ...ofSeveral.map(toRecord),
  ];
}

/** A change and an event in the order's history belong together if they are at most this many ms apart. */
const APART_MS = 2 * SECOND;

/**
 * Creates a record from a change, because the audit log does not list a command for several orders under each order.
 * `addRecords` looks for its event shortly before and after the change.
 */
function toRecord({ number, osUser, changedAt, kind }: DataOf<typeof undoList>[number]): OrderRecord {
  const shift = (ms: number) => new Date(Date.parse(changedAt) + ms).toISOString();
  return {
    by: osUser,
    at: shift(-APART_MS),
    until: shift(APART_MS),
    undo: number,
    isDispatch: kind === "dispatch",
  };
}

const isDuring = (date: string, { at, until = at }: OrderRecord): boolean => date >= at && date <= until;

/**
 * Adds to each event the name of the person whose record matches it. A record that matches no event becomes an event
 * itself if `EVENTS` has a text for its command.
 */
function addRecords(events: readonly HistoryEntry[], records: readonly OrderRecord[]): HistoryEntry[] {
  const used = new Set<OrderRecord>();
  const namedEvents = events.map((event) => {
    const record = records.find((each) => isDuring(event.at, each) && (event.isDispatch || !each.isDispatch));
    if (!record) return event;
    const isFirst = !used.has(record);
    used.add(record);
    return { ...event, by: record.by, ...(isFirst && record.undo !== undefined && { undo: record.undo }) };
  });
  const others = records.flatMap((record) => {
    const { at, by, undo } = record;
    const description = EVENTS[record.command?.replace("--", "") ?? ""];
    if (description === undefined || used.has(record)) return [];
    // The command either dispatched a parcel or corrected its courier. Without an earlier dispatch, it cannot have been
    // a correction, so it was a dispatch that was undone.
    const isUndone = record.isDispatch && !events.some((event) => event.isDispatch && event.at < at);
    const what = isUndone ? "Dispatched, later undone" : description;
    return [{ at, what, by, ...(undo !== undefined && { undo }) }];
  });
  return [...namedEvents, ...others].toSorted((first, other) => first.at.localeCompare(other.at));
}

/** Texts for commands for which the shop adds no event to the order's history. */
const EVENTS: Readonly<Record<string, string>> = {
  "orders cancel": "Cancelled",
  "orders cancel refused": "Cancelled",
  "orders correct": "Address or company corrected",
  "orders dispatch": "Courier and number entered",
  "orders settle": "Courier's payment recorded",
  "orders replace": "Replacement to be sent",
  "orders replace lost": "Replacement to be sent",
  "returns accept": "Return accepted",
  "returns refuse": "Return refused",
  "returns received": "Returned pieces have arrived",
};

interface HistoryProps {
  order: ShownOrder;
  records: readonly OrderRecord[];
  /** False if the notes for the packer are at the top of the screen. */
  hasNotes: boolean;
}

/** Lists what the packer must know: the customer's note, the earliest delivery day and the gift. */
export function listNotes(order: ShownOrder, nameGift: (gift: Gift) => string): string[] {
  const { createdAt, promised, gift, notes, customerNotes } = order;
  const wait = describeWait({ createdAt: new Date(createdAt), promised });
  const written = typeof notes === "string" ? notes : customerNotes;
  return [written && `The customer wrote: ${written}`, wait && `${wait}.`, gift && nameGift(gift)].filter(
    (note): note is string => Boolean(note),
  );
}

export function History({ order, records, hasNotes }: HistoryProps) {
  const { findings = [], orderId } = order;
  const owners = Array.isArray(order.notes) ? order.notes : [];
  const notes = hasNotes
    ? listNotes(order, ({ message }) => `A gift${message ? `, with a card: ${message}` : ""}.`)
    : [];
  return (
    <Section title="History">
      {findings.map((finding) => (
        <p key={finding}>
          <Unbroken text={capitalise(finding)} />
        </p>
      ))}
      {order.cancelledBecause === "unpaid" && (
        <p className={styles.note}>
          {order.cash
            ? "The customer did not confirm the order in time, so it is cancelled."
            : "The order was not paid in time, so it is cancelled."}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      <ol className={styles.events}>
        {addRecords(
          [
            ...listHistoryEvents(order),
            ...owners.map(({ words, writtenAt }) => ({ at: writtenAt, what: `Note: ${words}` })),
          ],
          records,
        ).map(({ at, what, by, undo }, line) => (
          <li key={line}>
            <time dateTime={at}>{formatDateTime(at)}</time>
            <span>
              {what}
              {by !== undefined && <Small>{by}</Small>}
            </span>
            {undo !== undefined && (
              <CommandButton name="undo" values={{ number: String(undo) }} variant="quiet" doneText="Undone.">
                Undo
              </CommandButton>
            )}
          </li>
        ))}
      </ol>
      <NewNote orderId={orderId} />
    </Section>
  );
}

function NewNote({ orderId }: { orderId: string }) {
  const [text, setText] = useState("");
  useLeaveWarning(text.trim() !== "");
  if (!useCommand("orders note")) return null;
  return (
    <div className={styles.newNote}>
      <TextArea
        label="Your note"
        hint="The customer never sees the note."
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <CommandButton
        name="orders note"
        values={{ orderId, note: text }}
        variant="secondary"
        disabled={text.trim() === ""}
        onDone={() => setText("")}
      >
        Save the note
      </CommandButton>
    </div>
  );
}

function listHistoryEvents(order: ShownOrder): HistoryEntry[] {
  const { cancellationRequestedAt, cancellationDecidedAt, invoices = [], refunds = [] } = order;
  const parcels = listParcels(order);
  const isDivided = parcels.length > 1 || order.partlySent;
  /** Describes what happened to a parcel. Adds the parcel's number if the order has or will have several parcels. */
  const describe = (what: string, parcel: Parcel): string =>
    isDivided ? `${nameParcel(parcel, order)} ${what}` : capitalise(what);
  const reasons = joinTexts(", ", ...(order.cancellationReasons ?? []), order.cancellationComments);
  return [
    { at: order.createdAt, what: order.byPhone ? "Ordered by phone" : "Placed" },
    ...invoices.map(({ number, kind, amount, issuedAt }) => ({
      at: issuedAt,
      what: `${kind === "invoice" ? (order.cash ? "Confirmed: invoice" : "Paid: invoice") : "Credit note"} ${number}, ${formatRupeesGrouped(amount)}`,
    })),
    ...toHistoryEvents(
      cancellationRequestedAt,
      `The customer asks to cancel the order${reasons && `: ${reasons}`}`,
    ),
    ...toHistoryEvents(
      cancellationDecidedAt,
      `Cancellation ${order.cancellationStatus === "Approved" ? "approved" : "declined"}${order.cancellationWords ? `: ${order.cancellationWords}` : ""}`,
    ),
    ...parcels.flatMap((parcel) => {
      const { dispatchedAt, deliveredAt, lostAt, tracking, pieces } = parcel;
      const contents = isDivided && pieces.length > 0 ? `: ${formatPieces(pieces, order.lines)}` : "";
      return [
        ...toHistoryEvents(
          dispatchedAt,
          <>
            {describe("sent", parcel)}
            <Courier of={tracking} />
            {contents}
          </>,
        ).map((event) => ({ ...event, isDispatch: true as const })),
        ...toHistoryEvents(deliveredAt, describe("delivered", parcel) + contents),
        ...toHistoryEvents(lostAt, describe("lost on the way", parcel) + contents),
      ];
    }),
    ...listReturnRequests(order).flatMap(({ requestedAt, reasons: returnReasons, comments }) =>
      toHistoryEvents(
        requestedAt,
        `The customer asks to return pieces: ${joinTexts(". ", returnReasons.join(", "), comments)}`,
      ),
    ),
    ...refunds.map(({ amount, createdAt, processedAt }) => ({
      at: createdAt,
      what: `${formatRupeesGrouped(amount)} ${processedAt ? "refunded" : "is being refunded"}`,
    })),
  ];
}

/** Returns the parcels. An order without parcels (handed over in person, or shown to a packer) counts as one parcel. */
export const listParcels = ({ parcels = [], ...order }: ShownOrder): Parcel[] =>
  parcels.length > 0 ? parcels : [{ ...order, position: 1, isReplacement: false, pieces: [] }];

/** Returns for example "Parcel 1 of 2" or "Replacement". */
export function nameParcel(
  { position, isReplacement }: Parcel,
  { parcels = [], partlySent }: ShownOrder,
): string {
  if (isReplacement) return "Replacement";
  const count = parcels.filter((each) => !each.isReplacement).length;
  if (partlySent) return `Parcel ${position}`;
  if (count === 1) return "First parcel";
  // A replacement has a number too, so the last number may be larger than the count.
  return count < parcels.length ? `Parcel ${position}` : `Parcel ${position} of ${count}`;
}

export const Courier = ({ of: tracking }: { of: Parcel["tracking"] }) =>
  tracking && (
    <>
      {" "}
      with {tracking.courier},{" "}
      {tracking.link ? (
        <a href={tracking.link} target="_blank" rel="noreferrer">
          {tracking.number}
        </a>
      ) : (
        tracking.number
      )}
    </>
  );

const toHistoryEvents = (at: string | null | undefined, description: ReactNode): HistoryEntry[] =>
  at ? [{ at, what: description }] : [];
