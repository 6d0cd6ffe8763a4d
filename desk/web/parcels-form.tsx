import { formatName } from "#contract/person-name.ts";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { formatCount } from "#contract/text.ts";
import { orderList } from "#shop/orders/command-results.ts";
import { TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { Button } from "#ui/button.tsx";
import type { DescribedCommand } from "../calls.ts";
import { Progress, useCommandRun } from "./command-run.tsx";
import { focusAtFirst } from "./focus-field.tsx";
import type { ListedOrder } from "./order-parts.tsx";
import styles from "./parcels-form.module.css";
import { ResultTable, ResultView } from "./result-view.tsx";
import { Acts, Small } from "./screen-parts.tsx";
import { useLeaveWarning } from "./router.ts";
import { toastDone } from "./toast-done.ts";
import { useCouriers } from "./use-couriers.ts";
import { useCommand, useView } from "./use-view.ts";

export const LAST_COURIER = "desk-courier";

interface ParcelsProps {
  orders: readonly ListedOrder[];
  onDone: () => void;
}

/** The form that dispatches several orders with one courier. */
export function Parcels(props: ParcelsProps) {
  const command = useCommand("orders dispatch");
  return command && <Steps command={command} {...props} />;
}

/** First asks for the courier and the numbers, then shows what will happen with each order. */
function Steps({ command, orders, onDone }: ParcelsProps & { command: DescribedCommand }) {
  const commandRun = useCommandRun(command, undefined, (result) => {
    toastDone(result);
    onDone();
  });
  const couriers = useCouriers();
  const [courier, setCourier] = useState(() => localStorage.getItem(LAST_COURIER) ?? "");
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({});
  const fill = (first: number, pasted: readonly string[]) =>
    setNumbers((now) => ({
      ...now,
      ...Object.fromEntries(
        orders.slice(first, first + pasted.length).map(({ orderId }, at) => [orderId, pasted[at] ?? ""]),
      ),
    }));
  const [isBack, setBack] = useState(false);
  useLeaveWarning(Object.values(numbers).some((number) => number.trim() !== ""));
  const changes = useChangesSinceOpened(orders);
  const unchanged = orders.filter(({ orderId }) => !changes.has(orderId));
  const list = toList(unchanged, courier, numbers);
  const missing = describeMissing(
    courier,
    unchanged.map(({ orderId }) => orderId),
    numbers,
  );
  const label = describeButton(unchanged, numbers);
  const { done: reply } = commandRun;
  const goBack = () => {
    setBack(true);
    commandRun.withdraw();
  };
  if (commandRun.question !== null)
    return <Review question={commandRun.question} label={label} onBack={goBack} />;
  return (
    <div className={styles.parcels}>
      {changes.size > 0 && (
        <Notice role="status">
          {unchanged.length === 0
            ? "All of these orders changed in the meantime, so no parcel can be marked as dispatched here."
            : `${formatCount(changes.size, "parcel")} of these ${orders.length} changed in the meantime and will not be sent from here. The others will.`}{" "}
          Your input is still here.
        </Notice>
      )}
      <TextField
        label="Courier"
        value={courier}
        list="desk-couriers"
        required
        data-initial-focus=""
        onChange={(event) => {
          setCourier(event.target.value);
          localStorage.setItem(LAST_COURIER, event.target.value);
        }}
      />
      <datalist id="desk-couriers">
        {couriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p className={styles.hint}>
        Paste a list of numbers into the first field to fill all fields. To upload the courier's own file, use
        Couriers' lists above the orders.
      </p>
      <NumberFields isFocused={isBack} onFill={fill} {...{ orders, changes, numbers }} />
      <Button
        disabled={missing !== null}
        busy={commandRun.isBusy}
        onClick={() => void commandRun.start({ from: [list] })}
      >
        {label}
      </Button>
      {missing !== null && <Small>{missing}</Small>}
      {commandRun.progress && <Progress {...commandRun.progress} />}
      <div role="status">{reply && reply.outcome !== "done" && <ResultView done={reply} />}</div>
    </div>
  );
}

interface ReviewProps {
  question: NonNullable<ReturnType<typeof useCommandRun>["question"]>;
  label: string;
  onBack: () => void;
}

/** The second step: the confirmation question, in the same dialog instead of a second dialog above it. */
function Review({ question, label, onBack }: ReviewProps) {
  const { columns, rows } = question.table;
  return (
    <div className={styles.parcels}>
      <p role="status">{question.text}</p>
      {columns && rows && <ResultTable title="What happens" {...{ columns, rows }} />}
      <Acts>
        <Button ref={focusAtFirst} onClick={() => question.say()}>
          {label}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      </Acts>
    </div>
  );
}

/** Returns `Dispatch 1 of 2 parcels`, because orders without a tracking number are left out. */
function describeButton(orders: readonly ListedOrder[], numbers: Readonly<Record<string, string>>): string {
  const numbered = orders.filter(({ orderId }) => numbers[orderId]?.trim()).length;
  const all = formatCount(orders.length, "parcel");
  if (numbered === 0) return "Dispatch";
  return numbered === orders.length ? `Dispatch ${all}` : `Dispatch ${numbered} of ${all}`;
}

/** Returns why the orders cannot be dispatched yet; null if they can. */
function describeMissing(
  courier: string,
  orderIds: readonly string[],
  numbers: Readonly<Record<string, string>>,
): string | null {
  if (orderIds.length === 0) return "There is no order to dispatch.";
  if (courier.trim() === "") return "Enter the courier first.";
  if (orderIds.every((orderId) => !numbers[orderId]?.trim())) return "Enter at least one tracking number.";
  return orderIds.some((orderId) => describeSameNumber(orderId, numbers) !== undefined)
    ? "Two orders have the same tracking number. Correct one of them."
    : null;
}

interface NumberFieldsProps {
  orders: readonly ListedOrder[];
  changes: ReadonlyMap<string, string>;
  numbers: Readonly<Record<string, string>>;
  onFill: (first: number, pasted: readonly string[]) => void;
  /** True to focus the first field. */
  isFocused: boolean;
}

function NumberFields({ orders, changes, numbers, onFill, isFocused }: NumberFieldsProps) {
  const paste = (at: number) => (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData("text")
      .trim()
      .split(/\s*[\n\t]\s*/);
    if (lines.length < 2) return;
    event.preventDefault();
    onFill(at, lines);
  };
  return (
    <ul ref={isFocused ? focusFirstField : undefined} className={styles.list}>
      {orders.map(({ orderId, contact, shippingAddress }, at) => (
        <li key={orderId}>
          <TextField
            label={`${orderId}, ${formatName(contact)}, ${shippingAddress.city}`}
            hint={changes.get(orderId)}
            readOnly={changes.has(orderId)}
            value={numbers[orderId] ?? ""}
            error={describeSameNumber(orderId, numbers)}
            placeholder="Tracking number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="next"
            onKeyDown={focusNext}
            onChange={(event) => onFill(at, [event.target.value])}
            onPaste={paste(at)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Returns an error if another order has the same tracking number, because a list with it would be refused. */
function describeSameNumber(orderId: string, numbers: NumberFieldsProps["numbers"]): string | undefined {
  const number = numbers[orderId]?.trim() ?? "";
  const same = Object.keys(numbers).find((other) => other !== orderId && numbers[other]?.trim() === number);
  return number === "" || same === undefined
    ? undefined
    : `${same} has this number too. If both are in one parcel, dispatch each on its own.`;
}

const focusFirstField = (list: HTMLElement | null): void =>
  list?.querySelector<HTMLElement>("input:not([readonly])")?.focus();

/** Enter goes to the next field. Barcode scanners send it after each number. */
function focusNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.closest("li")?.nextElementSibling?.querySelector("input")?.focus();
}

function useChangesSinceOpened(orders: readonly ListedOrder[]): ReadonlyMap<string, string> {
  const ids = orders.map(({ orderId }) => orderId);
  const { data = [] } = useView({
    ...orderList,
    options: { orders: ids.join("\n"), limit: String(ids.length) },
  });
  const now = new Map(data.map((order) => [order.orderId, order]));
  return new Map(
    orders.flatMap((previous) => {
      const description = describeChangesSince(previous, now.get(previous.orderId) ?? previous);
      return description === null ? [] : [[previous.orderId, description]];
    }),
  );
}

function describeChangesSince(previous: ListedOrder, now: ListedOrder): string | null {
  const isNew = (select: (order: ListedOrder) => unknown) =>
    Boolean(select(now)) && select(now) !== select(previous);
  if (isNew(({ status }) => status === "Cancelled"))
    return "The order was cancelled in the meantime. Do not send it.";
  if (isNew(({ cancellationStatus }) => cancellationStatus === "Pending"))
    return "The customer asked to cancel the order in the meantime.";
  if (isNew(({ status }) => status === "Delivered")) return "The order was delivered in the meantime.";
  if (isNew(({ lostAt }) => lostAt)) return "The parcel was marked as lost in the meantime.";
  if (isNew(({ partlySent }) => partlySent))
    return "Part of the order was sent in the meantime. Send the rest on the screen of the order.";
  if (isNew(({ tracking }) => tracking && `${tracking.courier} ${tracking.number}`))
    return `The order was sent in the meantime with ${now.tracking?.courier}, number ${now.tracking?.number}.`;
  return null;
}

/** If the list has a column "status", a row without a number is valid. The shop's question says that it is left out. */
function toList(
  orders: readonly ListedOrder[],
  courier: string,
  numbers: Readonly<Record<string, string>>,
): File {
  const quote = (text: string) => `"${text.trim().replaceAll('"', '""')}"`;
  const rows = orders
    .map(({ orderId }) => [orderId, courier, numbers[orderId] ?? "", ""])
    .map((cells) => cells.map(quote).join(","));
  return new File([["order,courier,number,status", ...rows].join("\n")], "parcels.csv", { type: "text/csv" });
}
