import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { fetchCartNow } from "./cart-store.ts";
import styles from "./cart-trouble.module.css";

/** Why a customer's cart could not be fetched (§8), and a way to ask again. */
export function CartTrouble({ why }: { why: string }) {
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await fetchCartNow();
    setBusy(false);
  };
  return (
    <div className={styles.trouble}>
      <Notice tone="danger">{why}</Notice>
      <Button variant="secondary" busy={busy} onClick={() => void again()}>
        Try again
      </Button>
    </div>
  );
}
