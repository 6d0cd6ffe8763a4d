import { useCallback, useEffect, useState } from "react";
import { goTo } from "#client/links.tsx";
import { useLocation } from "#client/router/react.tsx";
import { removeStoredInTab, readStoredJsonInTab, writeStoredInTab } from "#client/storage.ts";
import { useRefetchOrders } from "#shop/orders/web/use-orders.ts";
import { type PaymentEnd, getPaymentEndMessage } from "#shop/payments/payment.ts";
import type { PaymentWindowProps } from "#shop/payments/web/payment-window.tsx";
import { toastError, toastInfo, toastSuccess } from "#ui/toast.ts";
import { toSite, useShell } from "../shell/shell-data.ts";
import { formatName } from "#contract/person-name.ts";
import { useSession } from "#shop/accounts/web/session.ts";

/** Passes the payment state to a reloaded page that may run the provider's script. */
const CARRIED = "payNext";

/** State for a page that opens the payment window of an order at once (D60). */
export interface PaymentArrival {
  pay?: string;
  /** The message that was shown when the order was placed. */
  said?: string;
  /** The order whose payment window was closed here. If it is paid, the page shows thanks until its next visit. */
  thankFor?: string | null;
}

interface Payment {
  open: (orderId: string) => void;
  window: Omit<PaymentWindowProps, "isOver">;
  /** The order whose window was closed during this visit of the page, also across a reload. */
  thankFor: string | null;
  endThanks: () => void;
}

/** Manages the order that is being paid on this page. The payment of an order just placed opens automatically, once. */
export function usePayment(): Payment {
  const [{ pay = null, said = null, thankFor = null }, setEntryState] = useEntryState();
  const [orderId, setOrderId] = useState<string | null>(null);
  const [hasArrived, setArrived] = useState(false);
  const payer = usePayer();
  const { name: shopName } = toSite(useShell());
  const refetch = useRefetchOrders();
  if (!hasArrived) {
    setArrived(true);
    setOrderId(pay);
  }
  useEffect(() => {
    const carried = takeStoredMessage();
    if (carried) setOrderId(carried.pay);
    if (carried?.said) toastSuccess(carried.said);
  }, []);
  const onClose = useCallback(() => {
    setOrderId(null);
    // A reload must not open the window again.
    setEntryState({ thankFor: orderId });
  }, [setEntryState, orderId]);
  const onSettled = useCallback(
    (end: PaymentEnd | null) => {
      if (end !== null) showPaymentEnd(end);
      refetch();
    },
    [refetch],
  );
  const onReload = () => {
    if (orderId !== null) reloadWith({ pay: orderId, said: orderId === pay ? said : null });
  };
  const endThanks = () => setEntryState({});
  return {
    open: setOrderId,
    thankFor,
    endThanks,
    window: { orderId, payer, shopName, onClose, onSettled, onReload },
  };
}

/** Keeps the payment in this history entry, so that it survives a reload but not the end of the visit. */
function useEntryState(): [PaymentArrival, (state: PaymentArrival) => void] {
  const { pathname, search, state } = useLocation();
  const setEntryState = useCallback(
    (next: PaymentArrival) =>
      void goTo(pathname + search, { replace: true, preventScrollReset: true, state: next }),
    [pathname, search],
  );
  return [(state as PaymentArrival | null) ?? {}, setEntryState];
}

function showPaymentEnd(end: PaymentEnd): void {
  const showToast = end === "Completed" ? toastSuccess : isBad(end) ? toastError : toastInfo;
  showToast(getPaymentEndMessage(end));
}

const isBad = (end: PaymentEnd): boolean => ["Failed", "Expired", "unknown"].includes(end);

interface Carried {
  pay: string;
  /** Keeps the message about the new order across the reload. */
  said: string | null;
}

/** Needed without storage: the customer presses 'Pay now' again on a page that may open the window. */
function reloadWith(carried: Carried): void {
  writeStoredInTab(CARRIED, JSON.stringify(carried));
  location.reload();
}

/** Reads the message from before the reload, once. */
function takeStoredMessage(): Carried | null {
  const carried = readStoredJsonInTab(CARRIED) as Carried | null;
  removeStoredInTab(CARRIED);
  return carried;
}

/** The payer, for a provider's window. */
function usePayer(): PaymentWindowProps["payer"] {
  const { user } = useSession();
  return {
    name: user ? formatName(user) : "",
    email: user?.email ?? "",
    phone: user?.phoneNumber ?? "",
  };
}
