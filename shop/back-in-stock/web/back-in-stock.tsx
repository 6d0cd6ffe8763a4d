import { lazy, memo, Suspense } from "react";
import styles from "./back-in-stock.module.css";

/** The browser's build has no code of it with the page: it comes once the page is there. */
const Box = import.meta.env.SSR
  ? (await import("./back-in-stock-box.tsx")).BackInStockBox
  : lazy(async () => {
      try {
        return { default: (await import("./back-in-stock-box.tsx")).BackInStockBox };
      } catch {
        // What the server made stays: a plain form, as without scripts.
        return new Promise<never>(() => {});
      }
    });

/** 'Tell me when it is back'. A page that renders again before the code is there must not take the server's form away. */
export const BackInStock = memo(({ productId }: { productId: string }) => (
  <section className={styles.box}>
    <Suspense>
      <Box productId={productId} />
    </Suspense>
  </section>
));
