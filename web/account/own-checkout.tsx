import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { type ApiError, isUnanswered } from "#contract/errors.ts";
import { goTo } from "#client/links.tsx";
import { useLive } from "#client/live.ts";
import { withQueries } from "#client/queries.tsx";
import { links } from "#contract/links.ts";
import { formatRupees, fromRupees, toRupees } from "#contract/money.ts";
import { useAddresses } from "#shop/addresses/web/use-addresses.ts";
import {
  getCartKey,
  finishOrderedCart,
  isCartUnchanged,
  fetchCartNow,
  refreshCart,
  serializeContent,
  useCart,
} from "#shop/cart/web/cart-store.ts";
import { CartNotices } from "#shop/cart/web/cart-notices.tsx";
import { cashMessages } from "#shop/orders/cash-on-delivery.ts";
import { checkoutMessages } from "#shop/checkout/checkout.ts";
import { useCountedStep } from "#shop/visits/web/use-counted-step.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import { getLongestLead } from "#shop/inventory/stock.ts";
import { isPayable } from "#shop/orders/status.ts";
import { ORDER_UPDATED } from "#shop/orders/order-updated.ts";
import { type Attempt, createOrderPlacement, type Placed } from "#shop/checkout/web/place-order.ts";
import { useOrders } from "#shop/orders/web/use-orders.ts";
import { CheckoutForm } from "#shop/checkout/web/checkout-form.tsx";
import { removeDraft } from "#shop/checkout/web/use-checkout-form.ts";
import { CheckoutSummary } from "#shop/checkout/web/checkout-summary.tsx";
import type { Order } from "#shop/orders/order.ts";
import type { Address } from "#shop/addresses/saved-address.ts";
import type { CartItem } from "#shop/cart/cart.ts";
import type { User } from "#shop/accounts/user.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ExactText } from "#ui/exact-text.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { toastError, toastInfo, toastSuccess } from "#ui/toast.ts";
import { EmptyPage } from "../shell/empty-page.tsx";
import { fetchShell } from "../shell/fetch-shell.ts";
import { useShell } from "../shell/shell-data.ts";
import { useTaxRates } from "#shop/pricing/web/tax-rates.ts";
import type { OrdersArrival } from "./own-orders.tsx";

export const OwnCheckout = withQueries(Checkout);

function Checkout({ user, loading }: { user: User; loading: ReactNode }) {
  const cart = useCart();
  useCountedStep("checkout", cart.lines.length > 0);
  const addresses = useAddresses(user._id);
  const orders = useOrders(user._id);
  const isEmpty = cart.loaded && !cart.error && cart.lines.length === 0;
  const place = useOrderPlacement(orders, isEmpty);
  // The cart becomes empty if the customer places the order on another device.
  useLive(ORDER_UPDATED, () => void fetchCartNow());
  useEffect(() => {
    if (cart.lines.length > 0) getCartKey();
  }, [cart.lines]);
  if (!cart.loaded || addresses.isPending) return loading;
  // If the request failed, the cart may still have items.
  if (cart.lines.length === 0 && cart.error)
    return <FailureNotice onRetry={fetchCartNow}>{cart.error}</FailureNotice>;
  if (cart.lines.length === 0) return <EmptyBag unpaid={orders.data?.find(isPayable)} />;
  return (
    <>
      <CartNotices />
      {/* The form works even if the saved addresses cannot be loaded. */}
      <FormAndSummary
        user={user}
        cart={cart.lines}
        place={place}
        addresses={addresses.data ?? []}
        reloadAddresses={() => void addresses.refetch()}
      />
    </>
  );
}

interface LostAttempt {
  attempt: Attempt;
  /** The ids of the customer's orders before the attempt. */
  earlierIds: ReadonlySet<string>;
}

/**
 * If all responses were lost and the cart then becomes empty, the shop may have stored the order, so the hook looks for
 * it in the list of orders (D102). It does not send the order again, because the customer may have emptied the cart.
 */
function useOrderPlacement(orders: ReturnType<typeof useOrders>, isEmpty: boolean) {
  const [placeOrder] = useState(() => createOrderPlacement(isCartUnchanged));
  const [lost, setLost] = useState<LostAttempt | null>(null);
  const recover = useEffectEvent(async (lostAttempt: LostAttempt) => {
    const { data = [] } = await orders.refetch();
    const order = findLostOrder(data, lostAttempt);
    if (!order) return;
    setLost(null);
    removeDraft();
    await showPlaced({ kind: "placed", order });
  });
  useEffect(() => {
    if (lost !== null && isEmpty) void recover(lost);
  }, [lost, isEmpty]);
  return (attempt: Attempt): Promise<Placed> => {
    const isSame = lost?.attempt.key === attempt.key;
    const earlierIds = isSame ? lost.earlierIds : orders.data && new Set(orders.data.map(({ _id }) => _id));
    setLost(null);
    return placeOrder(attempt).catch((failure: ApiError) => {
      if (earlierIds && isUnanswered(failure)) setLost({ attempt, earlierIds });
      throw failure;
    });
  };
}

/** Returns the order that this attempt placed; undefined if the shop has no such order. */
const findLostOrder = (orders: readonly Order[], { attempt, earlierIds }: LostAttempt): Order | undefined =>
  orders.find(
    ({ _id, items }) =>
      !earlierIds.has(_id) &&
      serializeContent(items.map(({ productId, quantity }) => ({ productId: productId._id, quantity }))) ===
        serializeContent(attempt.body.items ?? []),
  );

interface FormAndSummaryProps {
  place: (attempt: Attempt) => Promise<Placed>;
  user: User;
  cart: readonly CartItem[];
  addresses: readonly Address[];
  reloadAddresses: () => void;
}

function FormAndSummary({ place, user, cart, addresses, reloadAddresses }: FormAndSummaryProps) {
  const rates = useTaxRates();
  const lines = cart.map((line) => ({ ...line, unitPrice: fromRupees(line.price) ?? 0 }));
  const totals = calculateTotals(lines, rates);
  const { rules, orderDay } = useShell();
  return (
    <CheckoutForm
      customer={user}
      addresses={addresses}
      items={lines}
      totalAmount={toRupees(totals.total)}
      payable={totals.payable}
      deliverTo={rules?.deliverTo}
      cashRule={rules?.cashOnDelivery}
      promised={{ ...rules, leadDays: getLongestLead(cart) }}
      orderDay={orderDay}
      renderSummary={(delivery) => (
        <CheckoutSummary
          lines={lines.map((line) => ({ ...line, image: line.images[0]?.url ?? null }))}
          totals={totals}
          rates={rates}
          delivery={delivery}
        />
      )}
      place={(body) => place({ body, key: getCartKey() })}
      onPlaced={(placed) => void showPlaced(placed)}
      taxRates={rates}
      onOutdated={() => {
        refreshCart();
        reloadAddresses();
        void fetchShell();
      }}
    />
  );
}

/** Replaces the checkout form if the bag is empty. The checkout button is shown but disabled (D66). */
const EmptyBag = ({ unpaid }: { unpaid: Order | undefined }) => (
  <EmptyPage
    title={checkoutMessages.emptyCart}
    text={
      unpaid && (
        <ExactText
          text={`Your order ${unpaid.orderId} is placed but not paid yet.`}
          exact={[unpaid.orderId]}
        />
      )
    }
    action={
      <>
        {unpaid && (
          <ButtonLink href={links.orderDetails(unpaid.orderId)}>
            <span>
              <ExactText text={`Go to order ${unpaid.orderId}`} exact={[unpaid.orderId]} />
            </span>
          </ButtonLink>
        )}
        <ButtonLink variant={unpaid ? "secondary" : "primary"} href={links.products()}>
          Start shopping
        </ButtonLink>
        <Button variant="secondary" disabled>
          Checkout
        </Button>
      </>
    }
  />
);

/** Shows the error, or opens the orders page, with the payment window if the order must be paid online (D60). */
async function showPlaced(placed: Placed): Promise<void> {
  if (placed.kind === "over") {
    toastError(placed.message);
    return finishOrderedCart({ now: false });
  }
  const { kind, order, message } = placed;
  const toPay = order && isPayable(order) ? order : null;
  const next = toPay
    ? checkoutMessages.payNow(formatRupees(fromRupees(toPay.grandTotal) ?? 0))
    : order?.cash?.confirmBy && cashMessages.toConfirm;
  const success = next ? `${checkoutMessages.placed}\n${next}` : checkoutMessages.placed;
  if (kind === "placed") toastSuccess(success);
  else toastInfo(message ?? checkoutMessages.orderedAlready);
  const state: OrdersArrival = toPay ? { pay: toPay.orderId, said: success } : {};
  await goTo(links.orders, { state });
  await finishOrderedCart({ now: kind === "placed" });
}
