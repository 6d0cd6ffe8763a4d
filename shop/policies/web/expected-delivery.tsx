import { useSyncExternalStore } from "react";
import { MINUTE } from "#contract/time.ts";
import { calculateDeliveryDates, formatDeliveryDates } from "../delivery-dates.ts";
import { formatBusinessDays, formatDays, getDeliverySpan, getRules, type Promised } from "../rules.ts";
import styles from "./expected-delivery.module.css";

interface ExpectedDeliveryProps {
  /** The rules of the shop, and the days in which pieces are made that are not there. */
  promised: Promised;
  className?: string | undefined;
  /** One line where there is little space: 'Expected Wed 11 – Tue 17 Nov'. */
  short?: boolean;
}

/**
 * 'Order today, arrives Wed 11 – Tue 17 Nov', on a line of its own. The dates are the browser's: pages are cached and
 * would go on promising yesterday's. Until it has looked, and without scripts, the business days stand there.
 * It moves on by itself when the cut-off passes.
 */
export function ExpectedDelivery({ promised, className, short = false }: ExpectedDeliveryProps) {
  const dates = useSyncExternalStore(
    subscribeEveryMinute,
    () => formatDeliveryDates(calculateDeliveryDates(new Date(), promised)),
    () => null,
  );
  return (
    <p className={className}>
      {short ? "Expected" : "Order today, arrives"}{" "}
      <span className={short ? undefined : styles.dates}>{dates ?? describeDays(promised)}</span>
    </p>
  );
}

/** The same in business days, for a text that says at any time what its first HTML says. */
export const DeliveryDays = ({ promised, className }: Omit<ExpectedDeliveryProps, "short">) => (
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
