import { getItemTitle, type Order } from "#shop/orders/order.ts";
import { getRules } from "#shop/policies/rules.ts";
import { RETURN_ANCHOR, writeReturnSteps } from "../return-request.ts";
import { formatPieces } from "#shop/orders/returned-pieces.ts";
import { Box } from "#shop/orders/web/order-details.tsx";
import styles from "./return-pieces.module.css";

/** The progress of a return, its pieces, and the customer's next step. */
export function ReturnPanel({ order: { returnRequest, items, promised } }: { order: Order }) {
  if (!returnRequest) return null;
  const { status, pieces, words } = returnRequest;
  const lines = items.map((item) => ({ productId: item.productId._id, title: getItemTitle(item) }));
  return (
    <Box id={RETURN_ANCHOR} title="Your return">
      <p className={styles.step}>{writeReturnSteps(getRules(promised))[status]}</p>
      {words && <p className={styles.words}>“{words}”</p>}
      <dl className={styles.facts}>
        <dt>Return status</dt>
        <dd>{status}</dd>
        <dt>Pieces</dt>
        <dd>{formatPieces(pieces, lines)}</dd>
      </dl>
    </Box>
  );
}
