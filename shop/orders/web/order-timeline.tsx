import type { ReactNode } from "react";
import { classNames } from "#ui/class-names.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { links } from "#contract/links.ts";
import { type Order, orderMessages } from "../order.ts";
import { getExpectedDelivery, buildTimeline, describeNextStep } from "../progress.ts";
import { toShownStatus } from "../status.ts";
import { countGrownRings } from "../tree-ring.ts";
import styles from "./order-timeline.module.css";
import { TreeRing } from "./tree-ring.tsx";
import { narrowHref } from "#shop/media/pictures.ts";

interface OrderTimelineProps {
  order: Order;
  /** The next thing to do. */
  children?: ReactNode;
}

/** How far the order has come, beside what is in it; when it is expected, and what happens next. */
export function OrderTimeline({ order, children }: OrderTimelineProps) {
  const expected = getExpectedDelivery(order);
  const grown = countGrownRings(order);
  return (
    <section aria-label="Progress of this order" className={styles.progress}>
      <div className={styles.beside}>
        <Steps order={order} />
        <OrderPictures {...order} />
      </div>
      <div className={styles.now}>
        {grown !== null && <TreeRing orderId={order.orderId} grown={grown} />}
        <div className={styles.words}>
          <p className={styles.next}>
            {describeNextStep(order)}
            {expected && (
              <>
                {" "}
                Expected delivery: <strong className={styles.expected}>{expected}.</strong>
              </>
            )}{" "}
            <NextLink order={order} />
          </p>
          {children}
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
          className={classNames(styles.step, done && styles.done, name === "Cancelled" && styles.ended)}
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

/** The shape of it on its way. */
export const OrderTimelineSkeleton = ({ orderId }: Pick<Order, "orderId">) => (
  <div className={styles.progress}>
    <div className={styles.beside}>
      <ol className={styles.steps}>
        {["Placed", "Paid", "Dispatched", "Delivered"].map((name) => (
          <li key={name} className={styles.step}>
            {name}
            <Skeleton className={styles.waiting} />
          </li>
        ))}
      </ol>
      <div className={styles.pieces}>
        <Skeleton shape="block" />
      </div>
    </div>
    <div className={styles.now}>
      <TreeRing orderId={orderId} grown={null} />
      <p className={styles.next}>{orderMessages.detailsLoading}</p>
    </div>
  </div>
);

/** A link to more: the courier's page, or help when something is not right. */
function NextLink({ order }: { order: Order }) {
  const { tracking } = order;
  if (toShownStatus(order.orderStatus) === "Delivered") {
    return <a href={links.refundPolicy}>Is something not right?</a>;
  }
  return tracking?.link?.startsWith("https:") && !order.parcels ? (
    <a href={tracking.link} rel="noreferrer" target="_blank">
      Follow the parcel
    </a>
  ) : null;
}

/** The most pictures beside the steps; the table below has them all. */
const MOST_PICTURES = 3;

/** A picture of each piece in the order. */
const OrderPictures = ({ items }: Pick<Order, "items">) => {
  const images = items.flatMap(({ productId }) => productId.images.slice(0, 1));
  return (
    images.length > 0 && (
      <div className={styles.pieces}>
        {images.slice(0, MOST_PICTURES).map(({ url }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of an order never move
          <img key={index} src={narrowHref(url)} alt="" width={96} height={96} />
        ))}
      </div>
    )
  );
};
