import { useEffect, useRef, useState } from "react";
import { call, wordsOf } from "#lib/api.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { confirmPaymentReturn, openPaymentWindow } from "../endpoints.ts";
import { isWindowMessage, paymentSentences } from "../payment.ts";
import styles from "./payment-window.module.css";

const TITLE = "Pay Online";

interface PaymentWindowProps {
  /** The readable id of the order that is being paid; null keeps the window closed. */
  orderId: string | null;
  onClose: () => void;
  /** The provider was asked and something about the order may have changed. */
  onSettled: (paid: boolean) => void;
}

/**
 * The provider's own window in a frame over the page (D60). Its messages are only a hint: what happened is what
 * the shop hears when it asks the provider.
 */
export function PaymentWindow({ orderId, onClose, onSettled }: PaymentWindowProps) {
  const { address, trouble } = useWindowAddress(orderId);
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    if (orderId === null) return;
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || !isWindowMessage(data)) return;
      onClose();
      if (data.state === "closed") return;
      call(confirmPaymentReturn, { body: { orderId } }).then(
        ({ paymentStatus }) => onSettled(paymentStatus === "Completed"),
        () => onSettled(false),
      );
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [orderId, onClose, onSettled]);

  return (
    <Dialog open={orderId !== null} onClose={onClose} title={TITLE}>
      {trouble !== null && <Notice tone="danger">{trouble}</Notice>}
      {trouble === null && address === null && <Skeleton shape="block" className={styles.frame} />}
      {address !== null && (
        // A stranger in our house: it may send its form and run its script, and reach nothing of the shop.
        <iframe
          ref={frame}
          title={TITLE}
          src={address}
          sandbox="allow-forms allow-scripts"
          className={styles.frame}
        />
      )}
    </Dialog>
  );
}

/** Asks for the window anew for every opening: a provider's session does not live for ever. */
function useWindowAddress(orderId: string | null) {
  const [opened, setOpened] = useState<{
    orderId: string;
    address: string | null;
    trouble: string | null;
  } | null>(null);
  useEffect(() => {
    if (orderId === null) return setOpened(null);
    const closing = new AbortController();
    call(openPaymentWindow, { body: { orderId } }, closing.signal).then(
      ({ window: address }) => setOpened({ orderId, address, trouble: null }),
      (failure: unknown) => {
        if (!closing.signal.aborted)
          setOpened({ orderId, address: null, trouble: wordsOf(failure, paymentSentences.unavailable) });
      },
    );
    return () => closing.abort();
  }, [orderId]);
  return opened?.orderId === orderId ? opened : { address: null, trouble: null };
}
