import { type ReactNode, useEffect, useState } from "react";
import { formatCount } from "#contract/text.ts";
import { useResponse } from "#client/use-response.ts";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { type ProductCard, toCard } from "#shop/catalogue/card.ts";
import { loadProduct } from "#shop/catalogue/web/load-product.ts";
import { ProductGrid } from "#shop/catalogue/web/listing/product-grid.tsx";
import { ProductGridSkeleton } from "#shop/catalogue/web/product-grid-skeleton.tsx";
import { wishlistMessages } from "../wishlist.ts";
import styles from "./saved-products.module.css";
import { startWishlist, useSaved } from "./wishlist-store.ts";

interface SavedProductsProps {
  waiting: ReactNode;
  empty: ReactNode;
  above: ReactNode;
  below: ReactNode;
}

export function SavedProducts({ waiting, empty, above, below }: SavedProductsProps) {
  const ids = useSaved();
  const [attempt, setAttempt] = useState(0);
  const [loaded] = useState(() => new Map<string, ProductCard | null>());
  useEffect(startWishlist, []);
  const loadState = useResponse(
    ids && ids.length > 0 ? `${attempt} ${ids.join(" ")}` : null,
    (signal) => loadInto(loaded, ids ?? [], signal),
    { keepsLast: true },
  );
  if (ids === null) return waiting;
  if (ids.length === 0) return empty;
  if (loadState.state === "loading")
    return (
      <>
        {above}
        <ProductGridSkeleton count={ids.length} />
      </>
    );
  if (loadState.state === "failed")
    return (
      <FailureNotice onRetry={async () => setAttempt((last) => last + 1)}>
        {wishlistMessages.failed}
      </FailureNotice>
    );
  const products = ids.flatMap((id) => loaded.get(id) ?? []);
  const missingCount = ids.filter((id) => loaded.get(id) === null).length;
  return (
    <>
      {above}
      <p className={styles.count} role="status">
        {formatCount(products.length, "piece")}
        {missingCount > 0 && `, and ${formatCount(missingCount, "piece")} no longer in the shop`}
      </p>
      <ProductGrid products={products} firstScreen={4} />
      {below}
    </>
  );
}

const AT_ONCE = 8;

/** Loads each product with its own request, because §7 has no call for several ids. A removed product becomes null. */
async function loadInto(
  loaded: Map<string, ProductCard | null>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const missing = ids.filter((id) => !loaded.has(id));
  for (let at = 0; at < missing.length; at += AT_ONCE)
    await Promise.all(
      missing.slice(at, at + AT_ONCE).map(async (id) => {
        const product = await loadProduct(id, signal);
        loaded.set(id, product ? toCard(product) : null);
      }),
    );
}
