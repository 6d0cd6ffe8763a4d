import { type ComponentProps, memo, Suspense, useState } from "react";
import { lazyMarkup } from "#client/lazy-markup.ts";
import { onDemand } from "#client/on-demand.tsx";
import { Button } from "#ui/button.tsx";
import type { Product } from "../../product.ts";
import { DINNER_PLATE_CM, formatSize } from "../../sizes.ts";
import styles from "./size-drawing.module.css";

const TrueSize = onDemand(async () => (await import("./true-size.tsx")).TrueSize, { early: false });

/** Far down and drawn by the server: the browser's code of it comes once the page is there. */
const ScalePlan = import.meta.env.SSR
  ? (await import("./scale-plan.tsx")).ScalePlan
  : lazyMarkup(async () => (await import("./scale-plan.tsx")).ScalePlan);

const Plan = memo((props: ComponentProps<typeof ScalePlan>) => (
  <Suspense>
    <ScalePlan {...props} />
  </Suspense>
));

/** Id of the section, for links to it. */
export const SIZE_ID = "size";

/** How large it is: in figures, from above beside a dinner plate, to scale, and at true size on the screen. */
export function SizeDrawing({
  product,
}: {
  product: Pick<Product, "title" | "subcategory" | "size" | "images">;
}) {
  const [isOpen, setOpen] = useState(false);
  const waiting = TrueSize.useWaiting();
  const drawn = product.size.filter(({ L, B }) => L > 0 && B > 0);
  if (drawn.length === 0) return null;
  return (
    <section id={SIZE_ID} className={styles.sizes}>
      <h2 className={styles.heading}>Size</h2>
      {drawn.map((size) => (
        <figure key={formatSize(size)} className={styles.figure}>
          <Plan size={size} product={product} />
          <figcaption className={styles.caption}>
            {formatSize(size)}, length × breadth × height. Seen from above, drawn to scale beside a{" "}
            {DINNER_PLATE_CM} cm dinner plate.
          </figcaption>
        </figure>
      ))}
      <Button
        variant="secondary"
        className={styles.trueSize}
        busy={waiting}
        onPointerEnter={TrueSize.fetch}
        onClick={() => setOpen(true)}
      >
        See it at true size
      </Button>
      <TrueSize product={product} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}
