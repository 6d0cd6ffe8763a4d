import { links } from "#contract/links.ts";
import { formatCount } from "#contract/text.ts";
import { Notice } from "#ui/notice.tsx";
import { describeShortage } from "../cart.ts";
import { useCart } from "./cart-store.ts";
import styles from "./cart-notices.module.css";

export function CartNotices({ isInBag = false }: { isInBag?: boolean }) {
  const { lines, earlier } = useCart();
  const shortage = describeShortage(lines);
  const count = earlier.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      {shortage !== null && (
        <Notice tone="danger" className={styles.notice}>
          {shortage}
        </Notice>
      )}
      {count > 0 && (
        <Notice className={styles.notice}>
          {formatCount(count, "piece")} from your last visit {count === 1 ? "is" : "are"} in your bag too:{" "}
          {earlier.map(({ title }) => title).join(", ")}.{" "}
          {!isInBag && <a href={links.cart}>Review your bag</a>}
        </Notice>
      )}
    </>
  );
}
