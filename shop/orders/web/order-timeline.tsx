import type { ReactNode } from "react";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import type { Order } from "../order.ts";
import { describeCashDue, getExpectedDelivery, isEnd, buildTimeline, describeNextStep } from "../progress.ts";
import { listReturnRequests } from "../returned-pieces.ts";
import { toShownStatus } from "../status.ts";
import { countGrownRings } from "../tree-ring.ts";
import styles from "./order-timeline.module.css";
import { TreeRing } from "./tree-ring.tsx";

export const NEXT_STEP_ID = "next-step";

interface OrderTimelineProps {
  order: Order;
  helpHref: string;
  children?: ReactNode;
}

export function OrderTimeline({ order, helpHref, children }: OrderTimelineProps) {
  const expected = getExpectedDelivery(order);
  const ringCount = countGrownRings(order);
  const cashDue = describeCashDue(order);
  return (
    <section aria-label="Progress of this order" className={styles.progress}>
      <div className={styles.panel}>
        <Steps order={order} />
        {ringCount !== null && <TreeRing order={order} grown={ringCount} />}
        <div className={classNames("stack top starting gap-4", styles.words)}>
          <p id={NEXT_STEP_ID} tabIndex={-1} className="measure lead snug">
            {describeNextStep(order, new Date(order.serverTime))}
            {expected && (
              <>
                {" "}
                Expected delivery: <strong className={styles.expected}>{expected}.</strong>
              </>
            )}{" "}
            <HelpLink order={order} helpHref={helpHref} />
          </p>
          {cashDue !== null && <p className="medium tabular">{cashDue}</p>}
          <div className={classNames("row wrap middle hide-empty", styles.actions)}>
            <TrackButton order={order} />
            {children}
          </div>
        </div>
      </div>
    </section>
  );
}

function Steps({ order }: { order: Order }) {
  const steps = buildTimeline(order);
  const next = steps.findIndex(({ done }) => !done);
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, done, date }, index) => (
        <li
          key={name}
          className={classNames(styles.step, done && styles.done, isEnd(name) && styles.ended)}
          aria-current={index === next ? "step" : undefined}
        >
          {name}
          <span className="visually-hidden">{done ? ", done" : ", still to come"}</span>
          {date && <span className={styles.date}>{date}</span>}
        </li>
      ))}
    </ol>
  );
}

function HelpLink({ order, helpHref }: Pick<OrderTimelineProps, "order" | "helpHref">) {
  if (toShownStatus(order.orderStatus) !== "Delivered") return null;
  const hasReturn = listReturnRequests(order).length > 0;
  const help = helpHref.startsWith("#") ? "Start a return" : "See how returns work";
  return <a href={helpHref}>{hasReturn ? "See your return" : `Problem with your order? ${help}`}</a>;
}

function TrackButton({ order: { orderStatus, tracking, parcels, lostAt } }: { order: Order }) {
  const isInTransit = toShownStatus(orderStatus) === "Processing" && !parcels && lostAt === undefined;
  return isInTransit && tracking?.link?.startsWith("https:") ? (
    <ButtonLink href={tracking.link} rel="noreferrer" target="_blank">
      Track the parcel
    </ButtonLink>
  ) : null;
}
