import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { ProductCard } from "../../card.ts";
import { formatPlural } from "../../subcategories.ts";

interface SoldOutProps {
  product: ProductCard;
  children: ReactNode;
}

export const SoldOut = ({ product: { category, subcategory }, children }: SoldOutProps) => (
  <>
    {children}
    <ButtonLink variant="secondary" wide href={links.products(subcategory ? { subcategory } : { category })}>
      See other {formatPlural(subcategory || "piece")}
    </ButtonLink>
  </>
);
