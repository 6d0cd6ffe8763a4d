import { useId, useState, useSyncExternalStore } from "react";
import { toLatinDigits } from "#contract/text.ts";
import { useResponse } from "#client/use-response.ts";
import type { ChangedRules } from "#shop/policies/rules.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./deliver-to-pin.module.css";
import { readPin, savePin } from "./remembered-pin.ts";

const PIN_DIGITS = 6;

/** The PIN is not sent to the shop. */
export function DeliverToPin({ rules }: { rules: ChangedRules | undefined }) {
  const id = useId();
  const remembered = useSyncExternalStore(subscribeToNothing, readPin, () => "");
  const [typedPin, setTyped] = useState<string | null>(null);
  const pin = typedPin ?? remembered;
  // No error is shown if loading fails, because the checkout contains the same information.
  const loading = useResponse(pin.length === PIN_DIGITS ? pin : null, async () => {
    const { describeDeliveryTo } = await import("../deliver-to-pin.ts");
    savePin(pin);
    return describeDeliveryTo;
  });
  const answer = loading.state === "loaded" ? loading.value(pin, rules) : null;
  return (
    <div className="stack gap-1 small soft">
      <p className="row middle gap-2">
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
      <p
        id={`${id}-answer`}
        role="status"
        className={classNames(styles.answer, answer?.isRefused && "medium bad")}
      >
        {answer?.text ?? "Enter your PIN code to check delivery."}
      </p>
    </div>
  );
}

const readDigits = (text: string): string => toLatinDigits(text).replaceAll(/\D/g, "").slice(0, PIN_DIGITS);

const subscribeToNothing = () => () => {};
