import { memo, Suspense } from "react";
import { lazyMarkup } from "#client/lazy-markup.ts";
import styles from "./back-in-stock.module.css";

/** The browser's build has no code of it with the page: it comes once the page is there; without it the plain form stays, as without scripts. */
const Box = import.meta.env.SSR
  ? (await import("./back-in-stock-box.tsx")).BackInStockBox
  : lazyMarkup(async () => (await import("./back-in-stock-box.tsx")).BackInStockBox);

/** 'Notify me when it is back'. A page that renders again before the code is there must not take the server's form away. */
export const BackInStock = memo(({ productId }: { productId: string }) => (
  <section className={styles.box}>
    <Suspense>
      <Box productId={productId} />
    </Suspense>
  </section>
));
