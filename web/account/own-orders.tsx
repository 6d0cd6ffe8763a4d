import { type ReactNode, useRef, useState } from "react";
import { withQueries } from "#client/queries.tsx";
import { links } from "#contract/links.ts";
import { toPage, slicePage } from "#contract/paging.ts";
import { useLocation, useNavigate, useNavigationType } from "#client/router/react.tsx";
import {
  listShownOrders,
  buildOrderViewQuery,
  type OrderView,
  readOrderView,
} from "#shop/orders/order-list.ts";
import { orderMessages } from "#shop/orders/order.ts";
import { isPayable } from "#shop/orders/status.ts";
import { OrderHistory, OrderPages, OrderSearch } from "#shop/orders/web/order-history.tsx";
import { ThankYou } from "#shop/checkout/web/thank-you.tsx";
import { useOrders } from "#shop/orders/web/use-orders.ts";
import { PaymentWindow } from "#shop/payments/web/payment-window.tsx";
import { formatCount } from "#contract/text.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Changing } from "#ui/changes.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { EmptyPage } from "../shell/empty-page.tsx";
import { type PaymentArrival, usePayment } from "./use-payment.ts";

export interface OrdersArrival extends PaymentArrival {
  requested?: true;
}

export const OwnOrders = withQueries(History);

function History({ accountId, loading }: { accountId: string; loading: ReactNode }) {
  const orders = useOrders(accountId);
  const [view, setView] = useOrderView();
  const payment = usePayment();
  const top = useRef<HTMLDivElement>(null);
  if (orders.isPending) return loading;
  // If only a reload failed, keep showing the orders, because the customer may be paying for one of them.
  const failure = orders.isError && (
    <FailureNotice onRetry={orders.refetch}>{orderMessages.listFailed}</FailureNotice>
  );
  if (!orders.data) return failure;

  const matches = listShownOrders(orders.data, view);
  const page = view.size === null ? 1 : toPage(matches.length, view.page, view.size).page;
  const visible = slicePage(matches, page, view.size);
  const paying = orders.data.find(({ orderId }) => orderId === payment.window.orderId);
  const thanked = orders.data.find(({ orderId }) => orderId === payment.thankFor);
  const turnTo = (next: number) => {
    setView({ ...view, page: next });
    top.current?.scrollIntoView();
  };
  return (
    <div ref={top}>
      {failure}
      {thanked && <ThankYou order={thanked} onDismiss={payment.endThanks} />}
      {orders.data.length > 0 && <OrderSearch view={view} onChange={setView} />}
      <Changing className="visually-hidden" topic="Orders found" value={String(matches.length)}>
        {formatCount(matches.length, "order")}
      </Changing>
      {visible.length > 0 ? (
        <OrderHistory orders={visible} getPayButton={payment.getButton} />
      ) : orders.data.length > 0 ? (
        <EmptyState
          title="No matching orders"
          text={orderMessages.listEmpty}
          action={
            <>
              <Button onClick={() => setView({ ...view, search: "", status: null, page: 1 })}>
                Show all orders
              </Button>
              <ContinueShopping variant="secondary" />
            </>
          }
        />
      ) : (
        <EmptyPage
          title="No orders yet"
          text={orderMessages.listEmpty}
          action={<ContinueShopping variant="primary" />}
        />
      )}
      <OrderPages total={matches.length} page={page} size={view.size} onPage={turnTo} />
      <PaymentWindow {...payment.window} isOver={paying !== undefined && !isPayable(paying)} />
    </div>
  );
}

/** Keeps filters and page in the URL, and in state too, because the URL changes only when the navigation has ended. */
function useOrderView(): [OrderView, (view: OrderView) => void] {
  const { pathname, search, state } = useLocation();
  const step = useNavigationType();
  const navigate = useNavigate();
  const [view, setView] = useState(() => readOrderView(search));
  const [shownSearch, setShown] = useState(search);
  if (search !== shownSearch) {
    setShown(search);
    // Ignore URL changes that this page made itself, because the visitor may have typed more in the meantime.
    if (step === "pop" || !(state as OrdersArrival | null)?.requested) setView(readOrderView(search));
  }
  const change = (next: OrderView) => {
    setView(next);
    const arrivalState: OrdersArrival = { requested: true };
    void navigate(pathname + buildOrderViewQuery(next), {
      // While the visitor types, replace the history entry. Otherwise, Back would only remove the last letter.
      replace: next.search !== view.search,
      preventScrollReset: true,
      state: arrivalState,
    });
  };
  return [view, change];
}

const ContinueShopping = ({ variant }: { variant: "primary" | "secondary" }) => (
  <ButtonLink variant={variant} href={links.products()}>
    Continue shopping
  </ButtonLink>
);
