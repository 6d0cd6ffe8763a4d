import X from "lucide/dist/esm/icons/x.mjs";
import { useEffect, useEffectEvent, useRef } from "react";
import { links } from "#contract/links.ts";
import { formatRupees, fromRupees } from "#contract/money.ts";
import { announce } from "#ui/announcer.ts";
import { ButtonLink } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import type { Order } from "#shop/orders/order.ts";
import { describeNextStep, getExpectedDelivery } from "#shop/orders/progress.ts";
import { countGrownRings } from "#shop/orders/tree-ring.ts";
import { TreeRing } from "#shop/orders/web/tree-ring.tsx";
import { wasPaid } from "#shop/payments/payment.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./thank-you.module.css";

interface ThankYouProps {
  order: Order;
  onDismiss: () => void;
}

/** Renders nothing if no delivery is expected, for example after the delivery. */
export function ThankYou({ order, onDismiss }: ThankYouProps) {
  const expected = wasPaid(order.paymentStatus) ? getExpectedDelivery(order) : null;
  return expected === null ? null : <Panel order={order} expected={expected} onDismiss={onDismiss} />;
}

function Panel({ order, expected, onDismiss }: ThankYouProps & { expected: string }) {
  const { orderId, userId, contact, items, grandTotal } = order;
  const title = `Thank you, ${userId.firstName || contact.firstName}`;
  const image = items[0]?.productId.images[0];
  const panel = useRef<HTMLElement>(null);
  const showThanks = useEffectEvent(() => {
    // The customer may have paid further down the page, so scroll to this panel.
    panel.current?.scrollIntoView?.({ block: "nearest" });
    announce("thanks", `${title}. Order ${orderId} is paid. Expected delivery: ${expected}`);
  });
  useEffect(() => showThanks(), []);
  return (
    <section ref={panel} className={styles.panel} aria-labelledby="thanks">
      {image && <img src={image.url} alt="" width={160} height={160} className={styles.picture} />}
      <div className={classNames("stack starting gap-1", styles.text)}>
        <h2 id="thanks">{title}</h2>
        <p className="tabular">
          Order{" "}
          <span translate="no" className="unbroken">
            {orderId}
          </span>{" "}
          · paid <span translate="no">{formatRupees(fromRupees(grandTotal) ?? 0)}</span>
        </p>
        <p className="measure small soft">{describeNextStep(order, new Date(order.serverTime))}</p>
        <p className={styles.expected}>Expected {expected}</p>
        <ButtonLink href={links.orderDetails(orderId)}>View your order</ButtonLink>
      </div>
      <TreeRing order={order} grown={countGrownRings(order)} />
      <IconButton label="Close this message" icon={X} className={styles.close} onClick={onDismiss} />
    </section>
  );
}
