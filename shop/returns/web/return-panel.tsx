import { getItemTitle, type Order } from "#shop/orders/order.ts";
import { formatPieces, listReturnRequests, type ReturnRequest } from "#shop/orders/returned-pieces.ts";
import { Box } from "#shop/orders/web/order-details.tsx";
import { getRules } from "#shop/policies/rules.ts";
import {
  describeReturnStep,
  formatSendBy,
  NO_RETURN_ADDRESS,
  RETURN_ANCHOR,
  returnPayerWords,
} from "../return-request.ts";
import styles from "./return-pieces.module.css";

interface ReturnPanelProps {
  order: Order;
  /** The lines of the return address; null until the owner has entered it. */
  sendTo: readonly string[] | null;
}

export function ReturnPanel({ order, sendTo }: ReturnPanelProps) {
  const requests = listReturnRequests(order);
  return requests.map((request, at) => (
    <Box
      key={at}
      {...(at === 0 && { id: RETURN_ANCHOR })}
      title={requests.length === 1 ? "Your return" : `Your return ${at + 1} of ${requests.length}`}
    >
      <Progress order={order} request={request} sendTo={sendTo} />
    </Box>
  ));
}

function Progress({ order, request, sendTo }: ReturnPanelProps & { request: ReturnRequest }) {
  const { status, pieces, words, payer } = request;
  const rules = getRules(order.promised);
  const lines = order.items.map((item) => ({ productId: item.productId._id, title: getItemTitle(item) }));
  return (
    <>
      <p className={styles.step}>{describeReturnStep(request, rules, order)}</p>
      {words && <p className={styles.words}>“{words}”</p>}
      <dl className={styles.facts}>
        <dt>Return status</dt>
        <dd>{status}</dd>
        <dt>Pieces</dt>
        <dd>{formatPieces(pieces, lines)}</dd>
        {status === "Accepted" && (
          <>
            <dt>Send to</dt>
            <dd>
              <address className={styles.address}>
                {(sendTo ?? [NO_RETURN_ADDRESS]).map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            </dd>
            <dt>Send by</dt>
            <dd>{formatSendBy(request, rules)}</dd>
            {payer && (
              <>
                <dt>Return shipping</dt>
                <dd>{returnPayerWords[payer]}</dd>
              </>
            )}
          </>
        )}
      </dl>
    </>
  );
}
