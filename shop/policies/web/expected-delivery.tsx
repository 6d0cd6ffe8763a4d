import { useSyncExternalStore } from "react";
import { MINUTE } from "#contract/time.ts";
import { calculateDeliveryDates, countDeliveryDates, formatDeliveryDates } from "../delivery-dates.ts";
import { formatBusinessDays, formatDays, getDeliverySpan, getRules, type Promised } from "../rules.ts";
import styles from "./expected-delivery.module.css";

interface ExpectedDeliveryProps {
  /** The rules of the shop, and the lead time of products that are not in stock. */
  promised: Promised;
  /** The day on which the order counts as placed in the page's first HTML: `2026-11-27`. */
  orderDay: string | undefined;
  className?: string | undefined;
  /** True for one short line: 'Expected Wed 11 – Tue 17 Nov'. */
  short?: boolean;
}

/**
 * 'Order today, arrives Wed 11 – Tue 17 Nov', on a separate line. The server renders the same dates, because cached
 * pages expire at the cut-off; after that the browser's clock updates them. A page without a day shows business days.
 */
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

/** Shows the delivery time in business days, for pages whose text must not change after the first HTML. */
export const DeliveryDays = ({
  promised,
  className,
}: Pick<ExpectedDeliveryProps, "promised" | "className">) => (
  <p className={className}>
    Order today, arrives <span className={styles.dates}>{describeDays(promised)}</span>
  </p>
);

const describeDays = (promised: Promised): string =>
  `in ${promised.leadDays ? `${formatDays(promised.leadDays)} and ` : ""}${formatBusinessDays(getDeliverySpan(getRules(promised)))}`;

function subscribeEveryMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}
