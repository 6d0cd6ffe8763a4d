import { memo, Suspense } from "react";
import { lazyMarkup } from "#client/lazy-markup.ts";
import styles from "./back-in-stock.module.css";

/** The form's code is loaded after the page. Until then, the visitor can use the plain HTML form from the server. */
const Box = import.meta.env.SSR
  ? (await import("./back-in-stock-box.tsx")).BackInStockBox
  : lazyMarkup(async () => (await import("./back-in-stock-box.tsx")).BackInStockBox);

/** `memo` prevents a second render before the code is loaded, which would remove the server's form. */
export const BackInStock = memo(({ productId }: { productId: string }) => (
  <section className={styles.box}>
    <Suspense>
      <Box productId={productId} />
    </Suspense>
  </section>
));
