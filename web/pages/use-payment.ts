import { useCallback, useState } from "react";
import { links } from "#contract/links.ts";
import { goTo } from "#lib/links.tsx";
import { useLocation } from "#lib/router/react.tsx";
import { useSession } from "#shop/accounts/web/session.ts";
import { useRefetchOrders } from "#shop/orders/web/use-orders.ts";
import { isPaymentPage } from "#shop/payments/payment-pages.ts";
import type { PaymentWindowProps } from "#shop/payments/web/payment-window.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { shopfrontOf, useShell } from "../shell/shell-data.ts";

/** Arriving with an order to pay opens its payment window at once (D60). */
export interface PaymentArrival {
  pay?: string;
}

/** Which order is being paid on this page; the one that was just placed opens by itself, once. */
export function usePayment(): { open: (orderId: string) => void; window: PaymentWindowProps } {
  const { pathname, search, ...location } = useLocation();
  const pay = (location.state as PaymentArrival | null)?.pay ?? null;
  const [orderId, setOrderId] = useState<string | null>(null);
  const [arrived, setArrived] = useState(false);
  const { user } = useSession();
  const { name: shopName } = shopfrontOf(useShell());
  const refetch = useRefetchOrders();
  if (!arrived) {
    setArrived(true);
    setOrderId(pay);
  }
  const onClose = useCallback(() => {
    setOrderId(null);
    // A reload must not open the window again.
    if (pay !== null) void goTo(pathname + search, { replace: true });
  }, [pay, pathname, search]);
  const onSettled = useCallback(
    (paid: boolean) => {
      if (paid) toastSuccess("Payment received. Thank you!");
      refetch();
    },
    [refetch],
  );
  const onReload = () => {
    if (orderId !== null) void reloadWith({ pay: orderId }, pathname, search);
  };
  const payer = {
    name: `${user?.firstName ?? ""} ${user?.lastName ?? ""}`.trim(),
    email: user?.email ?? "",
    phone: user?.phoneNumber ?? "",
  };
  return { open: setOrderId, window: { orderId, payer, shopName, onClose, onSettled, onReload } };
}

/** A history entry keeps its state over a reload. Under an odd address of this page the next load would be no better. */
async function reloadWith(state: PaymentArrival, pathname: string, search: string): Promise<void> {
  await goTo(isPaymentPage(pathname) ? pathname + search : links.orders, { replace: true, state });
  location.reload();
}
