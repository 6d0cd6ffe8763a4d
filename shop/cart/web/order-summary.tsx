import { links } from "#contract/links.ts";
import { rupees } from "#contract/money.ts";
import { priceOf } from "#shop/catalogue/product.ts";
import { couponWords, taxLabels, type TaxRates, totalsOf } from "#shop/orders/totals.ts";
import { ButtonLink } from "#ui/button.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import type { CartItem } from "../cart.ts";
import styles from "./order-summary.module.css";

interface OrderSummaryProps {
  /** Null while the cart is on its way: what it comes to is not known yet. */
  lines: readonly CartItem[] | null;
  rates: TaxRates;
}

/** What the cart comes to (§2.7). The sum is the one of checkout, order and invoice. */
export const OrderSummary = ({ lines, rates }: OrderSummaryProps) => (
  <section className={styles.summary} aria-labelledby="order-summary" aria-busy={lines === null || undefined}>
    <h2 id="order-summary" className={styles.title}>
      Order Summary
    </h2>
    <p className={styles.coupon}>
      <button type="button" className={styles.label} onClick={() => window.alert(couponWords.alert)}>
        {couponWords.label}
      </button>
      <span>{couponWords.effect}</span>
    </p>
    {lines === null ? <SkeletonText lines={10} /> : <Sums lines={lines} rates={rates} />}
    <p className={styles.note}>Shipping is free. You choose how to pay at checkout.</p>
  </section>
);

function Sums({ lines, rates }: { lines: readonly CartItem[]; rates: TaxRates }) {
  const totals = totalsOf(
    lines.map((line) => ({ unitPrice: priceOf(line), quantity: line.quantity })),
    rates,
  );
  const labels = taxLabels(rates);
  const empty = lines.length === 0;
  return (
    <>
      <dl className={styles.sums}>
        <Sum name="Subtotal" amount={rupees(totals.subtotal)} />
        <Sum name={labels.cgst} amount={rupees(totals.cgst)} />
        <Sum name={labels.sgst} amount={rupees(totals.sgst)} />
        <Sum name="Coupon Discount" amount={rupees(-totals.coupon)} />
        <Sum name="Amount Payable" amount={rupees(totals.payable)} last />
      </dl>
      <ButtonLink href={empty ? links.products() : links.checkout} wide>
        {empty ? "Add items to continue" : "Checkout"}
      </ButtonLink>
    </>
  );
}

const Sum = ({ name, amount, last = false }: { name: string; amount: string; last?: boolean }) => (
  <div className={last ? styles.payable : styles.sum}>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
);
