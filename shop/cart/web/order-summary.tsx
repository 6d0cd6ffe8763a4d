import { links } from "#contract/links.ts";
import { type Paise, formatRupees, fromRupees } from "#contract/money.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { writeReducedTerms, writeShippingOffer } from "#shop/policies/sentences.ts";
import { getRules, type ChangedRules } from "#shop/policies/rules.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { getFreeFrom } from "#shop/pricing/shipping-fee.ts";
import { Sum, Sums } from "#shop/pricing/web/sums.tsx";
import { type Coupon, COUPON_APPLIED, describeCoupon, getCoupon } from "#shop/pricing/coupon.ts";
import { OnlineLimit } from "#shop/payments/web/online-limit.tsx";
import type { CartItem } from "../cart.ts";
import { listCartTaxes, totalUpCart } from "./total-up-cart.ts";
import styles from "./order-summary.module.css";

interface OrderSummaryProps {
  lines: readonly CartItem[] | null;
  rates: TaxRates;
  rules?: ChangedRules | undefined;
  hasNextLink?: boolean;
}

export const OrderSummary = ({ lines, rates, rules, hasNextLink = true }: OrderSummaryProps) => (
  <section className={styles.summary} aria-labelledby="order-summary" aria-busy={lines === null || undefined}>
    <h2 id="order-summary" className="h4">
      Order Summary
    </h2>
    <CouponLabel coupon={getCoupon(rates)} subtotal={lines && totalUpCart(lines, rates).subtotal} />
    <TotalsAndWayOn lines={lines} rates={rates} hasNextLink={hasNextLink} />
    <p className="measure fine soft">{describeShipping(lines, rates)} You choose how to pay at checkout.</p>
    <p className="measure fine soft">{writeReducedTerms(getRules(rules), getCoupon(rates) !== null)}</p>
  </section>
);

function describeShipping(lines: OrderSummaryProps["lines"], rates: TaxRates): string {
  const { fee, freeFrom } = rates.shipping ?? {};
  const offer = writeShippingOffer({ shippingFee: fee, freeShippingFrom: freeFrom });
  const missing = rates.shipping ? getFreeFrom(rates.shipping) - totalUpCart(lines ?? [], rates).subtotal : 0;
  if (!fee || missing === Infinity || !lines || lines.length === 0) return offer;
  return missing > 0
    ? `${offer} Add ${formatRupees(missing)} for free shipping.`
    : "Shipping is free on this order.";
}

const CouponLabel = ({ coupon, subtotal }: { coupon: Coupon | null; subtotal: Paise | null }) =>
  coupon && (
    <p className={styles.coupon}>
      <button
        type="button"
        translate="no"
        className={styles.label}
        onClick={() =>
          window.alert(
            (subtotal ?? 0) < (fromRupees(coupon.from ?? 0) ?? 0) ? describeCoupon(coupon) : COUPON_APPLIED,
          )
        }
      >
        {coupon.name}
      </button>
      <span>{describeCoupon(coupon)}</span>
    </p>
  );

function TotalsAndWayOn({ lines, rates, hasNextLink }: Omit<OrderSummaryProps, "rules">) {
  const totals = lines && totalUpCart(lines, rates);
  const isEmpty = lines?.length === 0;
  return (
    <>
      <Sums payable={totals && totals.payable}>
        {!isEmpty && (
          <>
            <Sum name="Subtotal" amount={totals && totals.subtotal} />
            {rates.shipping && <Sum name="Shipping" amount={totals && totals.shipping} free="Free" />}
            {listCartTaxes(lines ?? [], rates, totals?.shipping ?? 0).map(([name, amount]) => (
              <Sum key={name} name={name} amount={totals && amount} />
            ))}
            {getCoupon(rates) && <Sum name="Coupon Discount" amount={totals && -totals.coupon} />}
          </>
        )}
      </Sums>
      {totals && <OnlineLimit payable={totals.payable} />}
      {lines === null ? (
        <Skeleton shape="block" className={styles.wayOn} />
      ) : (
        hasNextLink && (
          <ButtonLink
            href={isEmpty ? links.products() : links.checkout}
            variant={isEmpty ? "secondary" : "primary"}
            wide
          >
            {isEmpty ? "Add items to continue" : "Checkout"}
          </ButtonLink>
        )
      )}
    </>
  );
}
