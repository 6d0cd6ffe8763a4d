import { memo, Suspense } from "react";
import { lazyMarkup } from "#client/lazy-markup.ts";
import styles from "./back-in-stock.module.css";

/** Loaded separately after the page; without it the plain form stays, as without JavaScript. */
const Box = import.meta.env.SSR
  ? (await import("./back-in-stock-box.tsx")).BackInStockBox
  : lazyMarkup(async () => (await import("./back-in-stock-box.tsx")).BackInStockBox);

/** 'Notify me when it is back'. The server's form must stay if the page renders again before the code is loaded. */
export const BackInStock = memo(({ productId }: { productId: string }) => (
  <section className={styles.box}>
    <Suspense>
      <Box productId={productId} />
    </Suspense>
  </section>
));
