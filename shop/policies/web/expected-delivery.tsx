import { useSyncExternalStore } from "react";
import { MINUTE } from "#contract/time.ts";
import { calculateDeliveryDates, countDeliveryDates, formatDeliveryDates } from "../delivery-dates.ts";
import { formatBusinessDays, formatDays, getDeliverySpan, getRules, type OrderRules } from "../rules.ts";
import styles from "./expected-delivery.module.css";

interface ExpectedDeliveryProps {
  /** The shop's rules and, for a product made to order, the number of days to make it. */
  promised: OrderRules;
  /** The day from `findOrderDay` with which the server rendered the page: `2026-11-27`. Undefined if unknown. */
  orderDay: string | undefined;
  className?: string | undefined;
  short?: boolean;
}

/** Renders the server's dates, or a number of days without `orderDay`. After hydration, uses the browser's clock. */
export function ExpectedDelivery({ promised, orderDay, className, short = false }: ExpectedDeliveryProps) {
  const dates = useSyncExternalStore(
    subscribeEveryMinute,
    () => formatDeliveryDates(calculateDeliveryDates(new Date(), promised)),
    () => orderDay && formatDeliveryDates(countDeliveryDates(new Date(orderDay), promised)),
  );
  return (
    <p className={className}>
      {short ? "Expected" : "Order today, arrives"}{" "}
      <span className={short ? undefined : styles.dates}>{dates || describeDays(promised)}</span>
    </p>
  );
}

/** Shows the number of days instead of dates, for pages whose text must not change after the first render. */
export const DeliveryDays = ({
  promised,
  className,
}: Pick<ExpectedDeliveryProps, "promised" | "className">) => (
  <p className={className}>
    Order today, arrives <span className={styles.dates}>{describeDays(promised)}</span>
  </p>
);

const describeDays = (promised: OrderRules): string =>
  `in ${promised.leadDays ? `${formatDays(promised.leadDays)} and ` : ""}${formatBusinessDays(getDeliverySpan(getRules(promised)))}`;

function subscribeEveryMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}
