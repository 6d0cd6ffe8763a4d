import { formatRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { useTaxRates } from "#shop/pricing/web/tax-rates.ts";
import { useCart } from "./cart-store.ts";
import { totalUpCart } from "./total-up-cart.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./waiting-bag.module.css";

const PICTURES = 3;

export function WaitingBag() {
  const { lines, count } = useCart();
  const { payable } = totalUpCart(lines, useTaxRates());
  return (
    <section className={styles.bag} aria-label="Your bag">
      <div className={classNames("row gap-2", styles.pictures)} aria-hidden="true">
        {lines.slice(0, PICTURES).map((line) => (
          <img key={line.productId} src={line.images[0]?.url} alt="" width={56} height={56} />
        ))}
      </div>
      <p>
        {formatCount(count, "piece")} in your bag
        <small>
          You pay <span translate="no">{formatRupees(payable)}</span>, GST included
        </small>
      </p>
    </section>
  );
}
