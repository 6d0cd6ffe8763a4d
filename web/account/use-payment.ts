import { useCallback, useEffect, useState } from "react";
import { goTo } from "#client/links.tsx";
import { useLocation } from "#client/router/react.tsx";
import { removeStoredInTab, readStoredJsonInTab, writeStoredInTab } from "#client/storage.ts";
import { useRefetchOrders } from "#shop/orders/web/use-orders.ts";
import { type PaymentEnd, paymentEndMessages } from "#shop/payments/payment.ts";
import type { PaymentWindowProps } from "#shop/payments/web/payment-window.tsx";
import { toastError, toastInfo, toastSuccess } from "#ui/toast.ts";
import { toSite, useShell } from "../shell/shell-data.ts";
import { formatName } from "#contract/person-name.ts";
import { useSession } from "#shop/accounts/web/session.ts";

const STORED_MESSAGE = "payNext";

/** `pay` is the order whose payment window opens at once (D60). */
export interface PaymentArrival {
  pay?: string;
  said?: string;
  /** The order whose payment window the customer has closed. Once this order is paid, the page thanks the customer. */
  thankFor?: string | null;
}

export function usePayment() {
  const [{ pay = null, said = null, thankFor = null }, setEntryState] = useEntryState();
  const [orderId, setOrderId] = useState(pay);
  const [closedId, setClosedId] = useState<string | null>(null);
  const payer = usePayer();
  const { name: shopName } = toSite(useShell());
  const refetch = useRefetchOrders();
  useEffect(() => {
    const carried = takeStoredMessage();
    if (carried) setOrderId(carried.pay);
    if (carried?.said) toastSuccess(carried.said);
  }, []);
  // If the window opened without a click, no button gets the focus back, so focus the order's button.
  useEffect(() => {
    if (closedId !== null) document.getElementById(`pay-${closedId}`)?.focus({ preventScroll: true });
  }, [closedId]);
  const onClose = useCallback(() => {
    setOrderId(null);
    setClosedId(orderId);
    // Removes `pay` from the history entry, so that a reload does not open the window again.
    setEntryState({ thankFor: orderId });
  }, [setEntryState, orderId]);
  const onSettled = useCallback(
    (end: PaymentEnd | null) => {
      const isBad = end === "Failed" || end === "Expired" || end === "unknown";
      const showToast = end === "Completed" ? toastSuccess : isBad ? toastError : toastInfo;
      if (end !== null) showToast(paymentEndMessages[end]);
      refetch();
    },
    [refetch],
  );
  // The content security policy (CSP) allows the provider's script only if the browser loaded the document from the URL
  // of a page with payments. Otherwise, the page is reloaded, and then continues the payment.
  const onReload = () => {
    if (orderId === null) return;
    const carried: StoredMessage = { pay: orderId, said: orderId === pay ? said : null };
    writeStoredInTab(STORED_MESSAGE, JSON.stringify(carried));
    location.reload();
  };
  return {
    getButton: (id: string) => ({ id: `pay-${id}`, onClick: () => setOrderId(id) }),
    thankFor,
    endThanks: () => setEntryState({}),
    window: { orderId, payer, shopName, onClose, onSettled, onReload },
  };
}

function useEntryState(): [PaymentArrival, (state: PaymentArrival) => void] {
  const { pathname, search, state } = useLocation();
  const setEntryState = useCallback(
    (next: PaymentArrival) =>
      void goTo(pathname + search, { replace: true, preventScrollReset: true, state: next }),
    [pathname, search],
  );
  return [(state as PaymentArrival | null) ?? {}, setEntryState];
}

interface StoredMessage {
  pay: string;
  said: string | null;
}

function takeStoredMessage(): StoredMessage | null {
  const carried = readStoredJsonInTab(STORED_MESSAGE) as StoredMessage | null;
  removeStoredInTab(STORED_MESSAGE);
  return carried;
}

function usePayer(): PaymentWindowProps["payer"] {
  const { user } = useSession();
  return {
    name: user ? formatName(user) : "",
    email: user?.email ?? "",
    phone: user?.phoneNumber ?? "",
  };
}
