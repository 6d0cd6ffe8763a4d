import { useEffect } from "react";
import { useResponse } from "#client/use-response.ts";
import { useNear } from "#client/visibility.ts";
import { Section } from "#ui/section.tsx";
import { ProductRow } from "../product-row.tsx";
import { loadViewedProducts, saveViewedProduct } from "../viewed-products.ts";

/** Saves the product `present` as viewed, and shows the products that were viewed before it. */
export function RecentlyViewed({ present }: { present: string }) {
  const [place, isNear] = useNear<HTMLDivElement>();
  useEffect(() => saveViewedProduct(present), [present]);
  const viewed = useResponse(isNear ? present : null, (signal) => loadViewedProducts(signal, { present }));
  const products = viewed.state === "loaded" ? viewed.value : [];
  return (
    <div ref={place}>
      {products.length > 0 && (
        <Section title="Recently viewed">
          <ProductRow products={products} />
        </Section>
      )}
    </div>
  );
}
