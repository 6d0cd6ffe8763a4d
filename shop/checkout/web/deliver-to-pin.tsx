import { useEffect, useId, useState, useSyncExternalStore } from "react";
import type { ChangedRules } from "#shop/policies/rules.ts";
import styles from "./deliver-to-pin.module.css";
import { readPin, savePin } from "./remembered-pin.ts";

const PIN_DIGITS = 6;

/** A field for a PIN code. It shows whether the shop delivers there. The PIN is not sent to the shop. */
export function DeliverToPin({ rules }: { rules: ChangedRules | undefined }) {
  const id = useId();
  const remembered = useSyncExternalStore(subscribeToNothing, readPin, () => "");
  const [typedPin, setTyped] = useState<string | null>(null);
  const pin = typedPin ?? remembered;
  const deliveryText = useResponse(pin, rules);
  return (
    <div className={styles.place}>
      <p className={styles.row}>
        <label htmlFor={id}>Deliver to</label>
        <input
          id={id}
          value={pin}
          onChange={({ target }) => setTyped(readDigits(target.value))}
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="PIN"
          maxLength={PIN_DIGITS + 1}
          aria-describedby={`${id}-answer`}
          className={styles.pin}
        />
      </p>
      <p id={`${id}-answer`} role="status" className={styles.answer}>
        {deliveryText ?? "Enter your PIN code to check delivery."}
      </p>
    </div>
  );
}

const readDigits = (text: string): string => text.replaceAll(/\D/g, "").slice(0, PIN_DIGITS);

function useResponse(pin: string, rules: ChangedRules | undefined): string | null {
  const [result, setAnswered] = useState<{ pin: string; answer: string } | null>(null);
  useEffect(() => {
    if (pin.length !== PIN_DIGITS) return;
    let isCurrent = true;
    void import("../deliver-to-pin.ts").then(
      ({ describeDeliveryTo }) => {
        if (!isCurrent) return;
        setAnswered({ pin, answer: describeDeliveryTo(pin, rules) });
        savePin(pin);
      },
      // The checkout shows the same information, so ignore the failure.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [pin, rules]);
  return result?.pin === pin ? result.answer : null;
}

const subscribeToNothing = () => () => {};
