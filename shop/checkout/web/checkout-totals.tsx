import { formatRupees } from "#contract/money.ts";
import { couponMessages } from "#shop/pricing/coupon.ts";
import { getTaxLabels, type TaxRates } from "#shop/pricing/tax-rates.ts";
import { AMOUNT_PAYABLE, type Totals } from "#shop/pricing/totals.ts";
import { Changing } from "#ui/changes.tsx";
import styles from "./checkout-summary.module.css";

/** What the order comes to, line by line (§2.8). */
export function TotalsList({ totals, rates }: { totals: Totals; rates: TaxRates }) {
  const labels = getTaxLabels(rates);
  return (
    <dl className={styles.totals}>
      <dt>Subtotal</dt>
      <dd translate="no">{formatRupees(totals.subtotal)}</dd>
      <dt>{labels.cgst}</dt>
      <dd translate="no">{formatRupees(totals.cgst)}</dd>
      <dt>{labels.sgst}</dt>
      <dd translate="no">{formatRupees(totals.sgst)}</dd>
      <dt>
        Coupon <span translate="no">{couponMessages.label}</span>
      </dt>
      <dd translate="no">{formatRupees(-totals.coupon)}</dd>
      <dt>Shipping</dt>
      <dd>Free Shipping</dd>
      <dt className={styles.payable}>{AMOUNT_PAYABLE}</dt>
      <dd translate="no" className={styles.payable}>
        <Changing topic={AMOUNT_PAYABLE} value={formatRupees(totals.payable)} />
      </dd>
    </dl>
  );
}
