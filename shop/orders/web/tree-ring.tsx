import { classNames } from "#ui/class-names.ts";
import type { Order } from "../order.ts";
import {
  ORDER_RINGS,
  TREE_RING_MEANING,
  TREE_RING_SIDE,
  describeTreeRing,
  drawTreeRing,
  nameTreeRing,
} from "../tree-ring.ts";
import styles from "./tree-ring.module.css";

interface TreeRingProps {
  order: Pick<Order, "orderId"> & Partial<Pick<Order, "withoutWood">>;
  /** Number of the order's rings that have grown, 0 to 4; null if unknown. */
  grown: number | null;
}

/** The slice of a tree that belongs to an order. It draws itself while the order is on its way to the browser. */
export function TreeRing({ order, grown }: TreeRingProps) {
  const { paths, years, crack } = drawTreeRing(order.orderId);
  const rings = grown === null ? paths.length : years + grown;
  const label =
    grown === null ? { "aria-hidden": true } : { role: "img", "aria-label": describeTreeRing(grown, order) };
  return (
    <figure className={classNames(styles.figure, grown === null && styles.waiting)}>
      <svg viewBox={`0 0 ${TREE_RING_SIDE} ${TREE_RING_SIDE}`} className={styles.slice} {...label}>
        <g className={styles.toCome}>
          {paths.slice(rings).map((path) => (
            <path key={path} d={path} />
          ))}
        </g>
        <g className={styles.wood} data-whole={grown === ORDER_RINGS || undefined}>
          {paths
            .slice(0, rings)
            .toReversed()
            .map((path) => (
              <path key={path} d={path} pathLength={1} />
            ))}
        </g>
        {grown !== null && <path d={crack} className={styles.crack} />}
      </svg>
      <figcaption className={styles.caption} aria-hidden={grown === null || undefined}>
        {grown === null ? (
          nameTreeRing(order)
        ) : (
          <details>
            <summary>{nameTreeRing(order)}</summary>
            <p>{TREE_RING_MEANING}</p>
          </details>
        )}
      </figcaption>
    </figure>
  );
}
