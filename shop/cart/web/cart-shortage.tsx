import { Notice } from "#ui/notice.tsx";
import { type CartItem, describeShortage } from "../cart.ts";
import styles from "./cart-shortage.module.css";

export function CartShortage({ lines }: { lines: readonly CartItem[] }) {
  const message = describeShortage(lines);
  return message === null ? null : (
    <Notice tone="danger" className={styles.notice}>
      {message}
    </Notice>
  );
}
