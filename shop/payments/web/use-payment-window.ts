import { useCallback, useEffect, useState } from "react";
import type { AnswerOf } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { call, getErrorMessage } from "#client/api.ts";
import { openPaymentWindow } from "../endpoints.ts";
import { paymentMessages } from "../payment.ts";

type Opened = AnswerOf<typeof openPaymentWindow>;

interface Trouble {
  message: string;
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

/** Asks for the window of a payment, again for every opening: a provider's session does not live for ever. */
export function usePaymentWindow(orderId: string | null) {
  const [requested, setRequested] = useState<WindowRequest | null>(null);
  const [tries, setTries] = useState({ count: 0, again: false });
  useEffect(() => {
    if (orderId === null) {
      setTries((now) => (now.again ? { count: now.count, again: false } : now));
      return setRequested(null);
    }
    const closing = new AbortController();
    const again = tries.again && { again: true };
    call(openPaymentWindow, { body: { orderId, ...again } }, closing.signal).then(
      (opened) => setRequested({ orderId, opened, trouble: null }),
      (failure: unknown) => {
        if (closing.signal.aborted) return;
        const message = getErrorMessage(failure, paymentMessages.unavailable);
        const mayPass = !(failure instanceof ApiError) || failure.status === 0 || failure.status >= 500;
        const isUnderWay = failure instanceof ApiError && failure.code === "under_way";
        setRequested({ orderId, opened: null, trouble: { message, mayPass, isUnderWay } });
      },
    );
    return () => closing.abort();
  }, [orderId, tries]);
  const fail = useCallback(
    (message: string) => setRequested((now) => now && { ...now, trouble: { message, mayPass: true } }),
    [],
  );
  const ask = (again: boolean) => {
    setRequested(null);
    setTries({ count: tries.count + 1, again });
  };
  const { opened, trouble } = requested?.orderId === orderId ? requested : { opened: null, trouble: null };
  return {
    opened: trouble ? null : opened,
    trouble,
    fail,
    tryAgain: () => ask(false),
    payAgain: () => ask(true),
  };
}
