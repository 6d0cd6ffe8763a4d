import { useCallback, useEffect, useState } from "react";
import type { AnswerOf } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { call, messageOf } from "#client/api.ts";
import { openPaymentWindow } from "../endpoints.ts";
import { paymentMessages } from "../payment.ts";

type Opened = AnswerOf<typeof openPaymentWindow>;

interface Trouble {
  words: string;
  /** Whether another try may do better. */
  mayPass: boolean;
  /** An earlier try is under way, and may be replaced by another. */
  isUnderWay?: boolean;
}

interface WindowRequest {
  orderId: string;
  opened: Opened | null;
  trouble: Trouble | null;
}

/** Asks for the window of a payment, anew for every opening: a provider's session does not live for ever. */
export function useWindow(orderId: string | null) {
  const [asked, setAsked] = useState<WindowRequest | null>(null);
  const [tries, setTries] = useState({ count: 0, again: false });
  useEffect(() => {
    if (orderId === null) {
      setTries((now) => (now.again ? { count: now.count, again: false } : now));
      return setAsked(null);
    }
    const closing = new AbortController();
    const again = tries.again && { again: true };
    call(openPaymentWindow, { body: { orderId, ...again } }, closing.signal).then(
      (opened) => setAsked({ orderId, opened, trouble: null }),
      (failure: unknown) => {
        if (closing.signal.aborted) return;
        const words = messageOf(failure, paymentMessages.unavailable);
        const mayPass = !(failure instanceof ApiError) || failure.status === 0 || failure.status >= 500;
        const isUnderWay = failure instanceof ApiError && failure.code === "under_way";
        setAsked({ orderId, opened: null, trouble: { words, mayPass, isUnderWay } });
      },
    );
    return () => closing.abort();
  }, [orderId, tries]);
  const fail = useCallback(
    (words: string) => setAsked((now) => now && { ...now, trouble: { words, mayPass: true } }),
    [],
  );
  const ask = (again: boolean) => {
    setAsked(null);
    setTries({ count: tries.count + 1, again });
  };
  const { opened, trouble } = asked?.orderId === orderId ? asked : { opened: null, trouble: null };
  return {
    opened: trouble ? null : opened,
    trouble,
    fail,
    tryAgain: () => ask(false),
    payAgain: () => ask(true),
  };
}
