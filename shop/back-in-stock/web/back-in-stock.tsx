import { lazy, memo, Suspense } from "react";
import styles from "./back-in-stock.module.css";

const load = async () => ({ default: (await import("./back-in-stock-box.tsx")).BackInStockBox });

/** Until the code is loaded, or if loading fails, the visitor can use the plain HTML form from the server. */
const Box = import.meta.env.SSR
  ? (await load()).default
  : lazy(() => load().catch(() => new Promise<never>(() => {})));

/** `memo` prevents a second render before the code is loaded, which would remove the server's form. */
export const BackInStock = memo(({ productId }: { productId: string }) => (
  <section className={styles.box}>
    <Suspense>
      <Box productId={productId} />
    </Suspense>
  </section>
));
