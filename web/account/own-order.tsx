import type { ReactNode } from "react";
import { withQueries } from "#client/queries.tsx";
import { links } from "#contract/links.ts";
import { BuyAgain } from "#shop/cart/web/buy-again.tsx";
import { getItemTitle, type Order, type OrderItem, orderMessages } from "#shop/orders/order.ts";
import { isPayable, isPayableOnline, toShownStatus } from "#shop/orders/status.ts";
import { CancelOrder } from "#shop/orders/web/cancel-order.tsx";
import { CancelPieces } from "#shop/orders/web/cancel-pieces.tsx";
import { ChangeDelivery } from "#shop/checkout/web/change-delivery.tsx";
import { OrderDetails } from "#shop/orders/web/order-details.tsx";
import { buildWhatsAppHref, listReturnAddress } from "#shop/seller/seller.ts";
import { useShell } from "../shell/shell-data.ts";
import { isReturned, RETURN_ANCHOR } from "#shop/returns/return-request.ts";
import { ReviewButton } from "#shop/reviews/web/review-button.tsx";
import { ReturnPanel } from "#shop/returns/web/return-panel.tsx";
import { ReturnPieces } from "#shop/returns/web/return-pieces.tsx";
import { InvoiceButton, PaperButton } from "#shop/invoices/web/paper-button.tsx";
import { useOrder, useSetOrder } from "#shop/orders/web/use-orders.ts";
import { PaymentWindow } from "#shop/payments/web/payment-window.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { StillLife } from "../shell/still-life.tsx";
import { usePayment } from "./use-payment.ts";

export const OwnOrder = withQueries(Details);

function Details({ orderId, loading }: { orderId: string; loading: ReactNode }) {
  const order = useOrder(orderId);
  const take = useSetOrder(orderId);
  if (order.isPending) return loading;
  if (order.data === null) return <NoSuchOrder />;
  return (
    <>
      {order.isError && <FailureNotice onRetry={order.refetch}>{orderMessages.detailsFailed}</FailureNotice>}
      {/* If only a reload failed, keep showing the order, because the customer may be filling in one of its forms. */}
      {order.data && <LoadedOrder order={order.data} onChanged={take} />}
    </>
  );
}

function LoadedOrder({ order, onChanged }: { order: Order; onChanged: (order: Order) => void }) {
  const payment = usePayment();
  const { seller } = useShell();
  const whatsAppHref = buildWhatsAppHref(seller, `Hello, this is about my order ${order.orderId}.`);
  return (
    <>
      <OrderDetails
        order={order}
        next={
          <>
            {isPayableOnline(order) && <Button {...payment.getButton(order.orderId)}>Pay now</Button>}
            {order.invoiceNumber && <InvoiceButton order={order} />}
            <ReviewButton order={order} />
            {isOver(order) && <BuyAgain pieces={order.items.map(toPieces)} />}
            <ReturnPieces order={order} onRequested={onChanged} />
            {whatsAppHref && (
              <ButtonLink variant="secondary" href={whatsAppHref} target="_blank" rel="noreferrer">
                Help on WhatsApp
              </ButtonLink>
            )}
          </>
        }
        renderItemAction={(item) => <CancelPieces order={order} item={item} onChanged={onChanged} />}
        change={<ChangeDelivery order={order} onChanged={onChanged} />}
        helpHref={isReturned(order, new Date(order.serverTime)) ? `#${RETURN_ANCHOR}` : links.refundPolicy}
        returned={<ReturnPanel order={order} sendTo={listReturnAddress(seller)} />}
        renderDownload={(creditNote) => <PaperButton order={order} creditNote={creditNote} />}
        cancellation={<CancelOrder order={order} onRequested={onChanged} />}
      />
      <PaymentWindow {...payment.window} isOver={!isPayable(order)} />
    </>
  );
}

const isOver = ({ orderStatus, items, lostAt }: Order): boolean =>
  items.length > 0 &&
  (lostAt !== undefined || ["Delivered", "Cancelled"].includes(toShownStatus(orderStatus)));

const toPieces = (item: OrderItem) => ({
  productId: item.productId._id,
  title: getItemTitle(item),
  quantity: item.quantity,
});

const NoSuchOrder = () => (
  <EmptyState
    title={orderMessages.detailsMissing}
    text="Please check the order number, or log in with the account that placed it."
    picture={<StillLife />}
    action={
      <>
        <ButtonLink href={links.orders}>Your orders</ButtonLink>
        <ButtonLink variant="secondary" href={links.contact}>
          Write to us
        </ButtonLink>
      </>
    }
  />
);
