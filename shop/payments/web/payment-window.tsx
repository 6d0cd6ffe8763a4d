import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "#lib/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { confirmPaymentReturn } from "../endpoints.ts";
import { isWindowMessage, paymentSentences, type ReturnProof } from "../payment.ts";
import styles from "./payment-window.module.css";
import {
  isPaymentDocument,
  type Payer,
  razorpayScript,
  type RazorpayWindow,
  showRazorpay,
} from "./razorpay-script.ts";
import { useWindow } from "./use-window.ts";

const TITLE = "Pay Online";

export interface PaymentWindowProps {
  /** The readable id of the order that is being paid; null keeps the window closed. */
  orderId: string | null;
  payer: Payer;
  shopName: string;
  onClose: () => void;
  /** The provider was asked and something about the order may have changed. */
  onSettled: (paid: boolean) => void;
  /** This document may not run the provider's script: the page is to be loaded anew, with this window open. */
  onReload: () => void;
}

/**
 * The provider's own window over the page (D60): the test provider's in a frame, Razorpay's by its script. What it
 * says is only a hint: what happened is what the shop hears when it asks the provider.
 */
export function PaymentWindow({
  orderId,
  payer,
  shopName,
  onClose,
  onSettled,
  onReload,
}: PaymentWindowProps) {
  const { opened, trouble, fail, tryAgain } = useWindow(orderId);
  const [isTheirs, setTheirs] = useState(false);
  const close = (settled: Settled | null) => {
    onClose();
    if (orderId === null || settled === null) return;
    const { proof } = settled;
    call(confirmPaymentReturn, { body: { orderId, ...(proof && { proof }) } }).then(
      ({ paymentStatus }) => onSettled(paymentStatus === "Completed"),
      () => onSettled(false),
    );
  };
  return (
    <>
      <Dialog
        open={orderId !== null && !isTheirs}
        onClose={onClose}
        title={TITLE}
        footer={trouble?.mayPass && <Button onClick={tryAgain}>Try again</Button>}
      >
        {trouble && <Notice tone="danger">{trouble.words}</Notice>}
        {!trouble && opened?.provider !== "test" && <Skeleton shape="block" className={styles.frame} />}
        {opened?.provider === "test" && <Frame address={opened.window} onEnd={close} />}
      </Dialog>
      {opened?.provider === "razorpay" && (
        <RazorpayOverPage
          window={opened}
          who={{ payer, shopName }}
          onTheirs={setTheirs}
          onEnd={close}
          onMissing={() => fail(paymentSentences.scriptMissing)}
          onReload={onReload}
        />
      )}
    </>
  );
}

/** The window ended and the provider should be asked, with what it handed over, if anything. */
interface Settled {
  proof?: ReturnProof;
}

function Frame({ address, onEnd }: { address: string; onEnd: (settled: Settled | null) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || !isWindowMessage(data)) return;
      end(data.state === "closed" ? null : {});
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, []);
  return (
    // A stranger in our house: it may send its form and run its script, and reach nothing of the shop.
    <iframe
      ref={frame}
      title={TITLE}
      src={address}
      sandbox="allow-forms allow-scripts"
      className={styles.frame}
    />
  );
}

interface RazorpayOverPageProps {
  window: RazorpayWindow;
  who: Parameters<typeof showRazorpay>[2];
  /** Whether Razorpay's window has the page; a dialog of ours would lie above it. */
  onTheirs: (isTheirs: boolean) => void;
  onEnd: (settled: Settled | null) => void;
  onMissing: () => void;
  onReload: () => void;
}

/** Draws nothing itself: Razorpay's script puts its window into the page. */
function RazorpayOverPage({ window: opened, who, ...tell }: RazorpayOverPageProps) {
  const [Checkout, setCheckout] = useState<{ script: Parameters<typeof showRazorpay>[0] } | null>(null);
  const { onTheirs } = tell;
  const missing = useEffectEvent(tell.onMissing);
  const reload = useEffectEvent(tell.onReload);
  const show = useEffectEvent((script: Parameters<typeof showRazorpay>[0]) =>
    showRazorpay(script, opened, who, {
      paid: (proof) => tell.onEnd({ proof }),
      dismissed: () => tell.onEnd({}),
    }),
  );
  useEffect(() => {
    if (!isPaymentDocument()) return reload();
    let here = true;
    void razorpayScript().then((script) => {
      if (!here) return;
      if (!script) return missing();
      onTheirs(true);
      setCheckout({ script });
    });
    return () => {
      here = false;
      onTheirs(false);
    };
  }, [onTheirs]);
  // An effect later, so that our own dialog is gone and Razorpay's window can have the focus.
  useEffect(() => (Checkout ? show(Checkout.script) : undefined), [Checkout]);
  return null;
}
