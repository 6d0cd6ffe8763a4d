import { type ComponentType, useEffect } from "react";
import { useAnswer } from "#client/answer.ts";
import { call } from "#client/api.ts";
import { useNear } from "#client/near.ts";
import { Section } from "#ui/section.tsx";
import { type ProductCard, toCard } from "../card.ts";
import { readProduct } from "../endpoints.ts";
import { ProductRow } from "./product-row.tsx";
import { saveViewed, listViewedBeforeThis } from "./viewed-products.ts";

interface RecentlyViewedProps {
  /** The product that is being looked at: it joins the list for the next page. */
  present: string;
  Action: ComponentType<{ product: ProductCard }>;
}

/**
 * What this browser was shown before, the latest first. Only ids are stored, so prices and stock are today's; what is
 * no longer in the shop is passed over.
 */
export function RecentlyViewed({ present, Action }: RecentlyViewedProps) {
  const [place, near] = useNear<HTMLDivElement>();
  useEffect(() => saveViewed(present), [present]);
  const outcome = useAnswer(near ? present : null, (signal) =>
    loadProducts(listViewedBeforeThis(present), signal),
  );
  const products = outcome.state === "loaded" ? outcome.value : [];
  return (
    <div ref={place}>
      {products.length > 0 && (
        <Section title="Recently viewed">
          <ProductRow products={products} Action={Action} />
        </Section>
      )}
    </div>
  );
}

async function loadProducts(ids: readonly string[], signal: AbortSignal): Promise<ProductCard[]> {
  const requested = await Promise.allSettled(ids.map((id) => call(readProduct, { params: { id } }, signal)));
  return requested.flatMap((answer) => {
    const product = answer.status === "fulfilled" ? answer.value : null;
    return product ? [toCard(product)] : [];
  });
}
