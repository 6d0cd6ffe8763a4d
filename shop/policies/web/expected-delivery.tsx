import { useSyncExternalStore } from "react";
import { MINUTE } from "#contract/time.ts";
import { deliveryDates, deliveryDatesText, deliverySpan } from "../delivery-dates.ts";
import { businessDays } from "../policy.ts";
import styles from "./expected-delivery.module.css";

/**
 * 'Ordered now, expected Wed 11 – Tue 17 November', on a line of its own. The dates are the browser's: pages are kept in
 * memory and would go on promising yesterday's. Until it has looked, and without scripts, the business days stand there.
 * It moves on by itself when the cut-off passes.
 */
export function ExpectedDelivery({ className }: { className?: string | undefined }) {
  const dates = useSyncExternalStore(
    everyMinute,
    () => deliveryDatesText(deliveryDates(new Date())),
    () => null,
  );
  return (
    <p className={className}>
      Ordered now, expected{" "}
      <span className={styles.dates}>{dates ?? `in ${businessDays(deliverySpan())}`}</span>
    </p>
  );
}

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}
