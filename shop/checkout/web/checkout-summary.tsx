import type { ReactNode } from "react";
import { formatRupees } from "#contract/money.ts";
import { Changing } from "#ui/changes.tsx";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import type { Totals } from "#shop/pricing/totals.ts";
import { addShipping } from "#shop/pricing/shipping-fee.ts";
import { listTaxes, listTaxRows, type PricedLine } from "#shop/pricing/gst.ts";
import { Sum, Sums } from "#shop/pricing/web/sums.tsx";
import { OnlineLimit } from "#shop/payments/web/online-limit.tsx";
import styles from "./checkout-summary.module.css";
import { getCoupon } from "#shop/pricing/coupon.ts";

interface SummaryLine extends PricedLine {
  productId: string;
  title: string;
  image: string | null;
}

interface CheckoutSummaryProps {
  lines: readonly SummaryLine[];
  totals: Totals;
  rates: TaxRates;
  delivery?: ReactNode;
}

export const CheckoutSummary = ({ lines, totals, rates, delivery }: CheckoutSummaryProps) => (
  <aside aria-labelledby="checkout-summary" className={styles.summary}>
    <h2 id="checkout-summary" className="h4">
      Your order
    </h2>
    <ul className={styles.lines}>
      {lines.map((line) => (
        <LineItem key={line.productId} line={line} />
      ))}
    </ul>
    <TotalsList lines={lines} totals={totals} rates={rates} />
    <OnlineLimit payable={totals.payable} className={styles.limit} />
    <div className={styles.delivery}>{delivery}</div>
  </aside>
);

const LineItem = ({ line }: { line: SummaryLine }) => (
  <li className={styles.line}>
    {line.image ? (
      <img src={line.image} alt="" width={64} height={64} className={styles.picture} />
    ) : (
      <span className={styles.picture} />
    )}
    <span className={styles.text}>
      {line.title}
      <Changing
        className={styles.quantity}
        topic={`Quantity of ${line.title}`}
        value={String(line.quantity)}
      >{`Quantity ${line.quantity}`}</Changing>
    </span>
    <span translate="no" className="tabular">
      {formatRupees(line.unitPrice * line.quantity)}
    </span>
  </li>
);

function TotalsList({ lines, totals, rates }: Omit<CheckoutSummaryProps, "delivery">) {
  const coupon = getCoupon(rates);
  return (
    <Sums payable={totals.payable}>
      <Sum name="Subtotal" amount={totals.subtotal} />
      {totals.shipping > 0 && <Sum name="Shipping" amount={totals.shipping} />}
      {listTaxRows(listTaxes(addShipping(lines, totals.shipping), rates)).map(([name, amount]) => (
        <Sum key={name} name={name} amount={amount} />
      ))}
      {coupon && (
        <Sum
          name={
            <>
              Coupon <span translate="no">{coupon.name}</span>
            </>
          }
          amount={-totals.coupon}
        />
      )}
      {totals.shipping === 0 && <Sum name="Shipping" amount={0} free="Free Shipping" />}
    </Sums>
  );
}
