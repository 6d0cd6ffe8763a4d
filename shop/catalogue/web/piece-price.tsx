import { calculateInclusivePrice } from "#shop/pricing/gst.ts";
import { useTaxRates } from "#shop/pricing/web/tax-rates.ts";
import { Price } from "#ui/price.tsx";
import type { ProductCard } from "../card.ts";
import { formatDiscount, getOriginalPrice, getPrice, PLUS_GST, WITH_GST } from "../price.ts";

/** The price with GST and, below it, the price before GST (D106). */
export const PiecePrice = ({ product }: { product: ProductCard }) => (
  <Price
    paid={{ paise: calculateInclusivePrice(getPrice(product), useTaxRates(), product), plus: WITH_GST }}
    paise={getPrice(product)}
    originalPaise={getOriginalPrice(product) ?? undefined}
    discount={formatDiscount(product)}
    plus={PLUS_GST}
  />
);

/**
 * The price with GST. If products have different GST rates, this is the price before GST, because the rate of this
 * product is unknown here.
 */
export function PaidPrice({ price }: { price: number }) {
  const rates = useTaxRates();
  const paise = getPrice({ price });
  return rates.isVaried ? (
    <Price paise={paise} plus={PLUS_GST} />
  ) : (
    <Price paise={calculateInclusivePrice(paise, rates, {})} plus={WITH_GST} />
  );
}
