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
  /** The number of order steps reached (1 to 4), each drawn as a solid ring. If it is null, all rings are solid. */
  grown: number | null;
}

export function TreeRing({ order, grown }: TreeRingProps) {
  const label = grown === null ? {} : { label: describeTreeRing(grown, order) };
  return (
    <figure className={classNames(styles.figure, grown === null && styles.waiting)}>
      <Slice orderId={order.orderId} grown={grown} {...label} />
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

interface SliceProps {
  orderId: string;
  grown: number | null;
  /** The alternative text. Without it, screen readers skip the drawing. */
  label?: string;
}

export function Slice({ orderId, grown, label }: SliceProps) {
  const { paths, years, crack } = drawTreeRing(orderId);
  const rings = grown === null ? paths.length : years + grown;
  return (
    <svg
      viewBox={`0 0 ${TREE_RING_SIDE} ${TREE_RING_SIDE}`}
      className={styles.slice}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <g className={styles.future}>
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
  );
}
