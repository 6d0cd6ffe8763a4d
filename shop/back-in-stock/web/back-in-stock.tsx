import { memo, Suspense } from "react";
import { lazyMarkup } from "#client/lazy-markup.ts";
import styles from "./back-in-stock.module.css";

/** The form's code is loaded after the page. Until then, the plain HTML form from the server works. */
const Box = import.meta.env.SSR
  ? (await import("./back-in-stock-box.tsx")).BackInStockBox
  : lazyMarkup(async () => (await import("./back-in-stock-box.tsx")).BackInStockBox);

/** Memoized, because a second render before the code is loaded would remove the server's form. */
export const BackInStock = memo(({ productId }: { productId: string }) => (
  <section className={styles.box}>
    <Suspense>
      <Box productId={productId} />
    </Suspense>
  </section>
));
