import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { AnswerOf } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { call, getErrorMessage } from "#client/api.ts";
import { isLoadedFrom, loadForeignScript } from "#client/foreign-script.ts";
import { useWhenOnline } from "#ui/when-online.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { confirmPaymentReturn, openPaymentWindow } from "../endpoints.ts";
import { isWindowMessage, type PaymentEnd, paymentMessages, type ReturnProof } from "../payment.ts";
import styles from "./payment-window.module.css";
import { SECOND } from "#contract/time.ts";
import { isPaymentPage } from "../payment-pages.ts";

const TITLE = "Pay Online";

export interface PaymentWindowProps {
  /** The order to pay. Null while the window is closed. */
  orderId: string | null;
  payer: Payer;
  shopName: string;
  onClose: () => void;
  /** True if the order was paid, cancelled or expired, perhaps in another tab. */
  isOver: boolean;
  /** Called after closing. `end` is null if the window was loading or showed an error, and the order is not over. */
  onSettled: (end: PaymentEnd | null) => void;
  /** Called if this page may not run the provider's script. The caller reloads the page and opens this window again. */
  onReload: () => void;
}

/** The dialog in which the customer pays. It asks the server for the result, not the provider's page (D60). */
export function PaymentWindow(props: PaymentWindowProps) {
  const { orderId, payer, shopName, isOver, onClose, onSettled, onReload } = props;
  const { opened, trouble, fail, tryAgain, payAgain } = usePaymentWindow(orderId);
  const [isRazorpayOpen, setIsRazorpayOpen] = useState(false);
  const close = (proof?: ReturnProof) => {
    onClose();
    if (orderId === null || (opened === null && !isOver)) return onSettled(null);
    void fetchPaymentEnd(orderId, proof).then(onSettled);
  };
  const closeOver = useEffectEvent(() => close());
  useEffect(() => {
    if (orderId === null || !isOver) return;
    // Wait, so that the customer can read the result before the window closes.
    const timer = setTimeout(closeOver, OVER_READ_MS);
    return () => clearTimeout(timer);
  }, [orderId, isOver]);
  const closeIfEnded = async () => {
    if (orderId === null) return true;
    const end = await fetchPaymentEnd(orderId, undefined);
    const hasEnded = end !== "Pending" && end !== "Failed" && end !== "unknown";
    if (hasEnded) {
      onClose();
      onSettled(end);
    }
    return hasEnded;
  };
  useWhenOnline(trouble !== null, closeIfEnded);
  const isLost = trouble?.message === paymentMessages.windowLost;
  return (
    <>
      <Dialog
        open={orderId !== null && !isRazorpayOpen}
        onClose={() => close()}
        title={TITLE}
        size={opened?.provider === "test" ? "tall" : "normal"}
        footer={
          (trouble?.canRetry && <Button onClick={tryAgain}>{isLost ? "Open again" : "Try again"}</Button>) ||
          (trouble?.isUnderWay && (
            <Button variant="secondary" onClick={payAgain}>
              Pay again
            </Button>
          ))
        }
      >
        {trouble && <Notice tone={trouble.isUnderWay ? "info" : "danger"}>{trouble.message}</Notice>}
        {!trouble && opened?.provider !== "test" && <Skeleton shape="block" className={styles.frame} />}
        {opened?.provider === "test" && (
          <Frame
            address={opened.window}
            onEnd={() => close()}
            onLost={() =>
              void closeIfEnded().then((hasEnded) => hasEnded || fail(paymentMessages.windowLost))
            }
          />
        )}
      </Dialog>
      {opened?.provider === "razorpay" && (
        <RazorpayOverPage
          window={opened}
          who={{ payer, shopName }}
          onProviderWindow={setIsRazorpayOpen}
          onEnd={close}
          onMissing={() => fail(paymentMessages.scriptMissing)}
          onReload={onReload}
        />
      )}
    </>
  );
}

const fetchPaymentEnd = (orderId: string, proof: ReturnProof | undefined): Promise<PaymentEnd> =>
  call(confirmPaymentReturn, { body: { orderId, ...(proof && { proof }) } }).then(
    ({ paymentStatus, underWay }) => (underWay ? "under-way" : paymentStatus),
    () => "unknown",
  );

/** Maximum times in ms: until the frame loads its next page, and until a loaded page sends its message. */
const [SHOWN_WITHIN_MS, ANSWER_WITHIN_MS] = [15_000, 1_000];
const OVER_READ_MS = 2_500;

interface FrameProps {
  address: string;
  onEnd: () => void;
  /** Called if the provider's page does not appear: the connection is lost, or a proxy shows its own error page. */
  onLost: () => void;
}

function Frame({ address, onEnd, onLost }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const end = useEffectEvent(onEnd);
  const awaiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLoaded = useRef(false);
  const awaitPage = (ms: number) => {
    clearTimeout(awaiting.current);
    awaiting.current = setTimeout(onLost, ms);
  };
  const startTimeout = useEffectEvent(awaitPage);
  useEffect(() => {
    startTimeout(SHOWN_WITHIN_MS);
    const handleMessage = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || !isWindowMessage(data)) return;
      isLoaded.current = data.state === "open";
      if (data.state === "open") clearTimeout(awaiting.current);
      else if (data.state === "leaving") startTimeout(SHOWN_WITHIN_MS);
      else end();
    };
    window.addEventListener("message", handleMessage);
    return () => {
      clearTimeout(awaiting.current);
      window.removeEventListener("message", handleMessage);
    };
  }, []);
  return (
    // The sandbox lets the provider's page run scripts and submit forms, but prevents access to the shop's page.
    <iframe
      ref={frame}
      title={TITLE}
      src={address}
      onLoad={() => isLoaded.current || awaitPage(ANSWER_WITHIN_MS)}
      sandbox="allow-forms allow-scripts"
      className={styles.frame}
    />
  );
}

interface RazorpayOverPageProps {
  window: RazorpayWindow;
  who: Parameters<typeof showRazorpay>[2];
  /** Called before Razorpay's window opens and after it closes, so that the shop's own dialog is closed meanwhile. */
  onProviderWindow: (isProviderWindow: boolean) => void;
  onEnd: (proof?: ReturnProof) => void;
  onMissing: () => void;
  onReload: () => void;
}

/** Razorpay's script adds its window to the page, so this renders nothing. */
function RazorpayOverPage({ window: openedWindow, who, ...callbacks }: RazorpayOverPageProps) {
  const [Checkout, setCheckout] = useState<{ script: Parameters<typeof showRazorpay>[0] } | null>(null);
  const { onProviderWindow } = callbacks;
  const missing = useEffectEvent(callbacks.onMissing);
  const reload = useEffectEvent(callbacks.onReload);
  const show = useEffectEvent((script: Parameters<typeof showRazorpay>[0]) =>
    showRazorpay(script, openedWindow, who, {
      paid: (proof) => callbacks.onEnd(proof),
      dismissed: () => callbacks.onEnd(),
    }),
  );
  useEffect(() => {
    if (!isLoadedFrom(isPaymentPage)) return reload();
    let isMounted = true;
    void loadForeignScript<Checkout>(SCRIPT, "Razorpay").then((script) => {
      if (!isMounted) return;
      if (!script) return missing();
      onProviderWindow(true);
      setCheckout({ script });
    });
    return () => {
      isMounted = false;
      onProviderWindow(false);
    };
  }, [onProviderWindow]);
  // An earlier effect has closed the shop's dialog, so that Razorpay's window can take the focus.
  useEffect(() => (Checkout ? show(Checkout.script) : undefined), [Checkout]);
  return null;
}

type OpenedWindow = AnswerOf<typeof openPaymentWindow>;

interface PaymentProblem {
  message: string;
  canRetry: boolean;
  /** True if an earlier attempt is still in progress. The customer may start a new one. */
  isUnderWay?: boolean;
}

interface WindowRequest {
  orderId: string;
  opened: OpenedWindow | null;
  trouble: PaymentProblem | null;
}

/** A provider's session expires, so the hook requests the payment window each time the customer opens it. */
function usePaymentWindow(orderId: string | null) {
  const [request, setRequested] = useState<WindowRequest | null>(null);
  const [tries, setTries] = useState({ count: 0, again: false });
  useEffect(() => {
    if (orderId === null) {
      setTries((now) => (now.again ? { count: now.count, again: false } : now));
      return setRequested(null);
    }
    const closing = new AbortController();
    const retryOption = tries.again && { again: true };
    call(openPaymentWindow, { body: { orderId, ...retryOption } }, closing.signal).then(
      (openedWindow) => setRequested({ orderId, opened: openedWindow, trouble: null }),
      (failure: unknown) => {
        if (closing.signal.aborted) return;
        const message = getErrorMessage(failure, paymentMessages.unavailable);
        const canRetry = !(failure instanceof ApiError) || failure.status === 0 || failure.status >= 500;
        const isUnderWay = failure instanceof ApiError && failure.code === "under_way";
        setRequested({ orderId, opened: null, trouble: { message, canRetry, isUnderWay } });
      },
    );
    return () => closing.abort();
  }, [orderId, tries]);
  const fail = (message: string) =>
    setRequested((now) => now && { ...now, trouble: { message, canRetry: true } });
  const openAgain = (isRetry: boolean) => {
    setRequested(null);
    setTries({ count: tries.count + 1, again: isRetry });
  };
  const { opened, trouble } = request?.orderId === orderId ? request : { opened: null, trouble: null };
  return {
    opened: trouble ? null : opened,
    trouble,
    fail,
    tryAgain: () => openAgain(false),
    payAgain: () => openAgain(true),
  };
}

const SCRIPT = "https://checkout.razorpay.com/v1/checkout.js";
/** Razorpay's window stays open for at least this many seconds, even if the device's clock is wrong. */
const LEAST_SECONDS = 60;

type RazorpayWindow = Extract<AnswerOf<typeof openPaymentWindow>, { provider: "razorpay" }>;

interface Payer {
  name: string;
  email: string;
  phone: string;
}

type Checkout = new (options: object) => { open(): void; close?: () => void };

function showRazorpay(
  Razorpay: Checkout,
  { keyId, providerOrderId, amountPaise, currency, description, expiresAt }: RazorpayWindow,
  { payer, shopName }: { payer: Payer; shopName: string },
  then: { paid: (proof: ReturnProof) => void; dismissed: () => void },
): () => void {
  let isOver = false;
  const once = (callback: () => void) => {
    if (!isOver) callback();
    isOver = true;
  };
  const checkout = new Razorpay({
    key: keyId,
    order_id: providerOrderId,
    amount: amountPaise,
    currency,
    name: shopName,
    description,
    prefill: { name: payer.name, email: payer.email, contact: `+91${payer.phone}` },
    notes: { order: description },
    theme: { color: getComputedStyle(document.documentElement).getPropertyValue("--walnut").trim() },
    timeout: Math.max(LEAST_SECONDS, Math.floor((Date.parse(expiresAt) - Date.now()) / SECOND)),
    handler: (response: { razorpay_payment_id?: string; razorpay_signature?: string }) =>
      once(() =>
        then.paid({
          paymentId: response.razorpay_payment_id ?? "",
          signature: response.razorpay_signature ?? "",
        }),
      ),
    modal: { ondismiss: () => once(then.dismissed) },
  });
  checkout.open();
  return () => {
    if (!isOver) checkout.close?.();
    isOver = true;
  };
}
