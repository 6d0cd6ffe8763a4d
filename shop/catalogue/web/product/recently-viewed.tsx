import { type ComponentType, useEffect } from "react";
import { useResponse } from "#client/use-response.ts";
import { useNear } from "#client/visibility.ts";
import { Section } from "#ui/section.tsx";
import type { ProductCard } from "../../card.ts";
import { ProductRow } from "../product-row.tsx";

/** Imports the code for viewed products on demand, because this section is below the first screen. */
const importViewed = () => import("../viewed-products.ts");

interface RecentlyViewedProps {
  /** The id of the current product. This section saves the product as viewed, but does not show it. */
  present: string;
  Action: ComponentType<{ product: ProductCard }>;
}

/** The products viewed earlier in this browser, most recent first. */
export function RecentlyViewed({ present, Action }: RecentlyViewedProps) {
  const [place, isNear] = useNear<HTMLDivElement>();
  useEffect(
    () =>
      void importViewed().then(
        ({ saveViewed }) => saveViewed(present),
        () => {},
      ),
    [present],
  );
  const viewed = useResponse(isNear ? present : null, async (signal) =>
    (await importViewed()).loadViewed(signal, { present }),
  );
  const products = viewed.state === "loaded" ? viewed.value : [];
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
