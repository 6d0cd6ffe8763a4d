import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./quantity-stepper.module.css";

interface QuantityStepperProps {
  value: number;
  onChange: (quantity: number) => void;
  /** What is counted, for the labels: `Decrease quantity of Acacia Everyday Bowl`. */
  name: string;
  min?: number;
  max?: number;
  disabled?: boolean;
  className?: string;
}

/** How many: by its two buttons, the arrow keys, or typed. A typed number counts when it is left or entered. */
export function QuantityStepper({
  value,
  onChange,
  name,
  min = 1,
  max = 999,
  disabled = false,
  className,
}: QuantityStepperProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [said, setSaid] = useState("");

  const set = (quantity: number, words = "") => {
    setTyped(null);
    setSaid(words);
    const allowed = Math.min(Math.max(quantity, min), max);
    if (allowed !== value) onChange(allowed);
  };
  const take = (text = typed) => {
    if (text === null) return;
    const digits = text.trim();
    // '2.5' is not 25, nor '1e2' 12 or 100: what is no whole number changes nothing.
    if (!/^\d*$/.test(digits)) return set(value, `Please type a whole number from ${min} to ${max}.`);
    const wanted = digits === "" ? value : Number(digits);
    set(wanted, wanted < min || wanted > max ? `You can have from ${min} to ${max}.` : "");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const answers: Record<string, (() => void) | undefined> = {
      ArrowUp: () => set(value + 1),
      ArrowDown: () => set(value - 1),
      Enter: () => take(),
      Escape: typed === null ? undefined : () => setTyped(null),
    };
    const answer = answers[event.key];
    if (!answer) return;
    answer();
    // Enter shall not send the form around it, nor Escape close the drawer it stands in.
    event.preventDefault();
  };

  // Typed before the scripts were there: React leaves it in the field, but does not know of it.
  const field = useRef<HTMLInputElement>(null);
  const takeOver = useEffectEvent((input: HTMLInputElement) => {
    if (input.value === String(value)) return;
    if (document.activeElement === input) setTyped(input.value);
    else take(input.value);
  });
  useLayoutEffect(() => {
    if (field.current) takeOver(field.current);
  }, []);

  return (
    <>
      <fieldset aria-label={`Quantity of ${name}`} className={classNames(styles.stepper, className)}>
        <button
          type="button"
          className={styles.step}
          aria-label={`Decrease quantity of ${name}`}
          data-each-press=""
          disabled={disabled || value <= min}
          onClick={() => set(value - 1)}
        >
          <Minus size={16} strokeWidth={1.5} />
        </button>
        <input
          ref={field}
          className={styles.number}
          aria-label={`Quantity of ${name}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={typed ?? value}
          disabled={disabled}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => take()}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className={styles.step}
          aria-label={`Increase quantity of ${name}`}
          data-each-press=""
          disabled={disabled || value >= max}
          onClick={() => set(value + 1)}
        >
          <Plus size={16} strokeWidth={1.5} />
        </button>
      </fieldset>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </>
  );
}
