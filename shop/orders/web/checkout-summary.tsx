import { type Paise, formatRupees } from "#contract/money.ts";
import { Changing } from "#ui/changes.tsx";
import { getTaxLabels, type TaxRates } from "#shop/pricing/tax-rates.ts";
import { AMOUNT_PAYABLE, type Totals } from "#shop/pricing/totals.ts";
import { couponMessages } from "#shop/pricing/coupon.ts";
import styles from "./checkout-summary.module.css";

interface SummaryLine {
  productId: string;
  title: string;
  quantity: number;
  unitPrice: Paise;
  image: string | null;
}

interface CheckoutSummaryProps {
  lines: readonly SummaryLine[];
  totals: Totals;
  rates: TaxRates;
}

/** The side list of the checkout: what is bought, how it is shipped and what it comes to (§2.8). */
export function CheckoutSummary({ lines, totals, rates }: CheckoutSummaryProps) {
  return (
    <aside aria-labelledby="checkout-summary" className={styles.summary}>
      <h2 id="checkout-summary" className={styles.title}>
        Your order
      </h2>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <LineItem key={line.productId} line={line} />
        ))}
      </ul>
      <TotalsList totals={totals} rates={rates} />
    </aside>
  );
}

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
    <span className="tabular">{formatRupees(line.unitPrice * line.quantity)}</span>
  </li>
);

function TotalsList({ totals, rates }: Pick<CheckoutSummaryProps, "totals" | "rates">) {
  const labels = getTaxLabels(rates);
  return (
    <dl className={styles.totals}>
      <dt>Subtotal</dt>
      <dd>{formatRupees(totals.subtotal)}</dd>
      <dt>{labels.cgst}</dt>
      <dd>{formatRupees(totals.cgst)}</dd>
      <dt>{labels.sgst}</dt>
      <dd>{formatRupees(totals.sgst)}</dd>
      <dt>Coupon {couponMessages.label}</dt>
      <dd>{formatRupees(-totals.coupon)}</dd>
      <dt>Shipping</dt>
      <dd>Free Shipping</dd>
      <dt className={styles.payable}>{AMOUNT_PAYABLE}</dt>
      <dd className={styles.payable}>
        <Changing topic={AMOUNT_PAYABLE} value={formatRupees(totals.payable)} />
      </dd>
    </dl>
  );
}
