import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatName } from "#contract/person-name.ts";
import { capitalise, formatCount } from "#contract/text.ts";
import { orderDetails, orderList } from "#shop/orders/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { DescribedCommand } from "../calls.ts";
import formStyles from "./command-form.module.css";
import { Progress, useCommandRun } from "./command-run.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import { focusAtFirst } from "./focus-field.tsx";
import { focusFault, useFieldFocus } from "./form-faults.ts";
import { addAmount } from "./form-labels.ts";
import { readText } from "./form-values.ts";
import { CourierField, explainCourier, useCouriers } from "./listed-field.tsx";
import { describeState, type ListedOrder, Pieces } from "./order-parts.tsx";
import bookingStyles from "./booking-form.module.css";
import styles from "./parcels-form.module.css";
import { ResultTable, ResultView } from "./result-view.tsx";
import { useLeaveWarning } from "./router.ts";
import { Acts, Small } from "./screen-parts.tsx";
import { toastDone } from "./toast-done.ts";
import { useCommand, useView } from "./use-view.ts";
import { WordField } from "./word-field.tsx";

/** The reasons why the shop did not dispatch some of the orders, by order number. */
export type Refusals = ReadonlyMap<string, string>;

interface ParcelsProps {
  orders: readonly ListedOrder[];
  onDone: (sentIds: readonly string[], refusals: Refusals) => void;
  /** Called when the user wants to upload the courier's list instead. */
  onUpload: () => void;
}

export function Parcels(props: ParcelsProps) {
  const command = useCommand("orders dispatch");
  const { data, isLoading } = useView({ ...orderDetails, args: { orderId: props.orders[0]?.orderId ?? "" } });
  return (
    command && !isLoading && <Steps command={command} lastCourier={data?.lastCourier ?? ""} {...props} />
  );
}

type ByOrder = Readonly<Record<string, string>>;

/** First asks for the courier and the numbers, then shows what will happen with each order. */
function Steps({
  command,
  lastCourier,
  orders,
  onDone,
  onUpload,
}: ParcelsProps & { command: DescribedCommand; lastCourier: string }) {
  const [courier, setCourier] = useState(lastCourier);
  const [link, setLink] = useState("");
  const [numbers, setNumbers] = useState<ByOrder>({});
  const [otherCouriers, setOtherCouriers] = useState<ByOrder>({});
  /** The orders that were last submitted, in the order of the rows that the shop's errors name. */
  const [listed, setListed] = useState(orders);
  const [isTried, setTried] = useState(false);
  const [isBack, setBack] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isOtherCourier = !useCouriers().includes(courier) && courier !== "";
  const changes = useChangesSinceOpened(orders);
  const unchanged = orders.filter(({ orderId }) => !changes.has(orderId));
  const numberedIds = unchanged.map(({ orderId }) => orderId).filter((orderId) => numbers[orderId]?.trim());
  const commandRun = useCommandRun(command, undefined, (reply) => {
    toastDone(reply);
    const refusals = readRefusals(reply, numberedIds);
    onDone(
      numberedIds.filter((orderId) => !refusals.has(orderId)),
      refusals,
    );
  });
  const { done: reply } = commandRun;
  useLeaveWarning(numberedIds.length > 0);
  const lacksCourier =
    courier === "" && (numberedIds.length === 0 || numberedIds.some((orderId) => !otherCouriers[orderId]));
  const isReady =
    numberedIds.length > 0 &&
    !lacksCourier &&
    numberedIds.every((orderId) => describeSameNumber(orderId, numbers) === undefined);
  const rowErrors = reply && "message" in reply ? readRowErrors(reply.message, listed) : null;
  useFieldFocus(form, [...(rowErrors?.keys() ?? [])].join(" "));
  const findError = (orderId: string): string | undefined =>
    describeSameNumber(orderId, numbers) ??
    rowErrors?.get(orderId) ??
    (isTried && numberedIds.length === 0 && orderId === unchanged[0]?.orderId
      ? "Enter at least one tracking number."
      : undefined);
  const fill = (first: number, pasted: readonly string[]) => {
    commandRun.keepErrors([]);
    setNumbers((now) => ({
      ...now,
      ...Object.fromEntries(
        orders.slice(first, first + pasted.length).map(({ orderId }, at) => [orderId, pasted[at] ?? ""]),
      ),
    }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) {
      setListed(unchanged);
      const list = toList(unchanged, numbers, (orderId) => {
        const other = otherCouriers[orderId];
        return other ? { courier: other, link: "" } : { courier, link: isOtherCourier ? link : "" };
      });
      // The other orders are sent even if the shop refuses some of them.
      void commandRun.start({ from: [list], "skip-faulty": "on" });
      return;
    }
    flushSync(() => setTried(true));
    focusFault(form);
  };
  const all = formatCount(unchanged.length, "parcel");
  const label =
    numberedIds.length === 0
      ? "Dispatch"
      : `Dispatch ${numberedIds.length === unchanged.length ? all : `${numberedIds.length} of ${all}`}`;
  if (commandRun.question !== null)
    return (
      <Review
        question={commandRun.question}
        onBack={() => {
          setBack(true);
          commandRun.withdraw();
        }}
      />
    );
  return (
    <form ref={form} className={formStyles.form} noValidate onSubmit={submit}>
      {changes.size > 0 && (
        <Notice role="status">
          {unchanged.length === 0
            ? "All of these orders changed in the meantime, so no parcel can be marked as dispatched here."
            : `${formatCount(changes.size, "parcel")} of these ${orders.length} changed in the meantime and will not be sent from here. The other parcels will.`}{" "}
          Your input is still here.
        </Notice>
      )}
      <div className={bookingStyles.fields}>
        <CourierField
          label="Courier"
          required
          value={courier}
          hint={explainCourier(lastCourier)}
          error={isTried && lacksCourier ? "Please choose “Courier”." : undefined}
          onChange={setCourier}
        />
        {isOtherCourier && (
          <WordField
            word={TRACKING_PAGE}
            label="Tracking page"
            value={link}
            error={rowErrors?.get(TRACKING_PAGE.name)}
            onChange={(text) => {
              commandRun.keepErrors([]);
              setLink(readText(text));
            }}
          />
        )}
        <p className="small soft">
          Each customer gets an e-mail. Orders without a number are not dispatched. To fill all fields at
          once, paste a list of numbers into the first field.
        </p>
      </div>
      <ul ref={isBack || lastCourier ? focusFirstField : undefined} className={styles.list}>
        {orders.map((order, at) => {
          const { orderId, contact, shippingAddress, gift } = order;
          const name = `${orderId}, ${formatName(contact)}, ${shippingAddress.city}`;
          return (
            <li key={orderId}>
              <Pieces order={order}>
                <Small>
                  {name} {gift && <Badge tone="success">Gift</Badge>}
                </Small>
              </Pieces>
              <TextField
                label={name}
                hint={changes.get(orderId)}
                readOnly={changes.has(orderId)}
                value={numbers[orderId] ?? ""}
                error={findError(orderId)}
                placeholder="Tracking number"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                enterKeyHint="next"
                onKeyDown={focusNext}
                onChange={(event) => fill(at, [event.target.value])}
                onPaste={(event) => paste(event, (pasted) => fill(at, pasted))}
              />
              {!changes.has(orderId) && (
                <CourierField
                  label="Courier"
                  aria-label={`Courier of ${orderId}`}
                  prompt={courier || "Same"}
                  value={otherCouriers[orderId] ?? ""}
                  onChange={(other) => setOtherCouriers((now) => ({ ...now, [orderId]: other }))}
                />
              )}
            </li>
          );
        })}
      </ul>
      <div role="status">
        {reply && reply.outcome !== "done" && !rowErrors?.size && <ResultView done={reply} />}
      </div>
      <div className={formStyles.actions}>
        <Button type="submit" disabled={unchanged.length === 0} busy={commandRun.isBusy}>
          {label}
        </Button>
        {numberedIds.length === 0 && (
          <Button variant="quiet" onClick={onUpload}>
            Upload the courier's list
          </Button>
        )}
        {commandRun.progress && <Progress {...commandRun.progress} />}
      </div>
    </form>
  );
}

const TRACKING_PAGE = {
  name: "link",
  isArgument: false,
  summary: "where customers follow their parcels",
  required: false,
  kind: "tracking-link",
  or: [],
};

interface ReviewProps {
  question: NonNullable<ReturnType<typeof useCommandRun>["question"]>;
  onBack: () => void;
}

/** The second step: the confirmation question, in the same dialog instead of a second dialog above it. */
function Review({ question, onBack }: ReviewProps) {
  const { columns, rows = [] } = question;
  const shown = rows.map((row) => row.map((cell) => withoutPlace(String(cell ?? ""))));
  return (
    <div className={styles.parcels}>
      <p role="status" className={styles.question}>
        {question.question}
      </p>
      {columns && <ResultTable title="What happens" columns={columns} rows={shown} />}
      <Acts>
        <Button ref={focusAtFirst} onClick={() => question.say()}>
          {addAmount("Dispatch", question)}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      </Acts>
    </div>
  );
}

/** Returns an error if another order has the same tracking number, because the shop would refuse such a list. */
function describeSameNumber(orderId: string, numbers: ByOrder): string | undefined {
  const number = numbers[orderId]?.trim() ?? "";
  const same = Object.keys(numbers).find((other) => other !== orderId && numbers[other]?.trim() === number);
  return number === "" || same === undefined
    ? undefined
    : `${same} has this number too. If both are in one parcel, mark each order as dispatched separately.`;
}

/** Splits a pasted list of numbers. A single number is pasted as usual. */
function paste(event: ClipboardEvent, onLines: (lines: readonly string[]) => void): void {
  const lines = event.clipboardData
    .getData("text")
    .trim()
    .split(/\s*[\n\t]\s*/);
  if (lines.length < 2) return;
  event.preventDefault();
  onLines(lines);
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
  const { tracking } = now;
  if (tracking && tracking.number !== previous.tracking?.number)
    return `The order was sent in the meantime with ${tracking.courier}, number ${tracking.number}.`;
  const [state] = describeState(now);
  return state === describeState(previous)[0] ? null : `The order has changed in the meantime: ${state}.`;
}

/** If the list has a column "status", a row without a number is valid. The shop's question says that it is left out. */
function toList(
  orders: readonly ListedOrder[],
  numbers: ByOrder,
  getSender: (orderId: string) => { courier: string; link: string },
): File {
  const quote = (text: string) => `"${text.trim().replaceAll('"', '""')}"`;
  const rows = orders.map(({ orderId }) => {
    const { [orderId]: number = "" } = numbers;
    const { courier, link } = getSender(orderId);
    const page = number === "" ? "" : link.replaceAll("{number}", encodeURIComponent(number.trim()));
    return [orderId, courier, number, page, ""].map(quote).join(",");
  });
  return new File([["order,courier,number,link,status", ...rows].join("\n")], "parcels.csv", {
    type: "text/csv",
  });
}

/** Removes the row and the column from an error, because the user does not see the list that this form makes. */
const withoutPlace = (text: string): string =>
  text.replace(/^(Skipped), row \d+/, "$1").replace(/ \(column “[^”]*”\)/, "");

/**
 * Returns the errors of a refused list by order number. Row 2 is the first order, because row 1 has the headings. An
 * error in the column of the tracking link has the name of the form's field as its key, because this field fills the
 * column in all rows.
 */
const readRowErrors = (message: string, orders: readonly ListedOrder[]): Refusals =>
  new Map(
    [...message.matchAll(/^row (\d+): (.+)$/gm)].flatMap(([, row, why = ""]) => {
      const order = orders[Number(row) - 2];
      const place = why.includes(`(column “${TRACKING_PAGE.name}”)`) ? TRACKING_PAGE.name : order?.orderId;
      return place ? [[place, capitalise(withoutPlace(why))] as const] : [];
    }),
  );

/** Reads why the shop skipped orders. Omits orders without a number, because the user did not want to send them. */
function readRefusals(reply: FinishedRun, numberedIds: readonly string[]): Refusals {
  const { rows = [] } = reply.outcome === "done" ? reply.result : {};
  return new Map(
    rows
      .map(([, orderId, why]) => [String(orderId), withoutPlace(String(why))] as const)
      .filter(([orderId]) => numberedIds.includes(orderId)),
  );
}
