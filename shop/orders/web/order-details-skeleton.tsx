import { Skeleton, SkeletonText } from "#ui/skeleton.tsx";
import { type Order, orderMessages } from "../order.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./order-details.module.css";
import timelineStyles from "./order-timeline.module.css";
import { TreeRing } from "./tree-ring.tsx";

export const OrderDetailsSkeleton = ({ orderId }: Pick<Order, "orderId">) => (
  <div className={classNames("stack gap-8", styles.details)}>
    <Timeline orderId={orderId} />
    <div className={styles.columns}>
      <SkeletonText lines={6} />
      <div className={classNames("stack gap-5", styles.facts)}>
        <SkeletonText lines={4} />
        <SkeletonText lines={5} />
      </div>
    </div>
  </div>
);

const Timeline = ({ orderId }: Pick<Order, "orderId">) => (
  <div className={timelineStyles.progress}>
    <div className={timelineStyles.panel}>
      <ol className={timelineStyles.steps}>
        {["Placed", "Paid", "Dispatched", "Delivered"].map((name) => (
          <li key={name} className={timelineStyles.step}>
            {name}
            <Skeleton />
          </li>
        ))}
      </ol>
      <TreeRing order={{ orderId }} grown={null} />
      <div className={timelineStyles.words}>
        <p className="measure lead snug">{orderMessages.detailsLoading}</p>
      </div>
    </div>
  </div>
);
