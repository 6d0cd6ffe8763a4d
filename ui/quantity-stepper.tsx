import type { IconNode } from "lucide";
import Minus from "lucide/dist/esm/icons/minus.mjs";
import Plus from "lucide/dist/esm/icons/plus.mjs";
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { announce } from "./announcer.ts";
import styles from "./quantity-stepper.module.css";
import { Icon } from "./icon.tsx";

interface QuantityStepperProps {
  value: number;
  onChange: (quantity: number) => void;
  name: string;
  max?: number;
}

const MIN = 1;

export function QuantityStepper({ value, onChange, name, max = 999 }: QuantityStepperProps) {
  const { field, shown, announced, set, type, take, onKeyDown } = useQuantity({ value, onChange, max, name });
  const label = `quantity of ${name}`;
  return (
    <>
      <fieldset aria-label={`Quantity of ${name}`} disabled={max < MIN} className={styles.stepper}>
        <Step
          label={`Decrease ${label}`}
          icon={Minus}
          disabled={value <= MIN}
          onClick={() => set(value - 1)}
        />
        <input
          ref={field}
          className={styles.number}
          aria-label={`Quantity of ${name}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={shown}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => take()}
          onKeyDown={onKeyDown}
        />
        <Step
          label={`Increase ${label}`}
          icon={Plus}
          disabled={value >= max}
          onClick={() => set(value + 1)}
        />
      </fieldset>
      <p role="status" className={styles.announced}>
        {announced}
      </p>
    </>
  );
}

interface StepProps {
  label: string;
  icon: IconNode;
  disabled: boolean;
  onClick: () => void;
}

const Step = ({ label, icon, disabled, onClick }: StepProps) => (
  <button
    type="button"
    className={styles.step}
    aria-label={label}
    data-each-press=""
    disabled={disabled}
    onClick={onClick}
  >
    <Icon of={icon} size={16} />
  </button>
);

/** The typed quantity takes effect when the field loses the focus or the visitor presses Enter. */
function useQuantity({ value, onChange, max, name }: Required<QuantityStepperProps>) {
  const [typedText, setTyped] = useState<string | null>(null);
  const [announced, setAnnounced] = useState("");

  const set = (quantity: number, message = "") => {
    setTyped(null);
    setAnnounced(message);
    const allowed = Math.min(Math.max(quantity, MIN), max);
    if (allowed === value) return;
    onChange(allowed);
    const topic = `Quantity of ${name}`;
    announce(topic, `${topic}: ${allowed}`);
  };
  const take = (text = typedText) => {
    if (text === null) return;
    const { quantity, message } = readQuantity(text, value, max);
    set(quantity, message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const answers: Record<string, (() => void) | undefined> = {
      ArrowUp: () => set(value + 1),
      ArrowDown: () => set(value - 1),
      Enter: () => take(),
      Escape: typedText === null ? undefined : () => setTyped(null),
    };
    const handleKey = answers[event.key];
    if (!handleKey) return;
    handleKey();
    // Enter would otherwise submit the form, and Escape would close the drawer.
    event.preventDefault();
  };
  const field = useTypedBeforeHydration(value, { type: setTyped, take });
  return { field, shown: typedText ?? value, announced, set, type: setTyped, take, onKeyDown };
}

function readQuantity(text: string, value: number, max: number) {
  const digits = text.trim();
  // Rejects text that is not a whole number. Removing the other characters would turn "2.5" into 25.
  if (!/^\d*$/.test(digits)) {
    return { quantity: value, message: `Please type a whole number from ${MIN} to ${max}.` };
  }
  const quantity = digits === "" ? value : Number(digits);
  return { quantity, message: quantity < MIN || quantity > max ? `Choose from ${MIN} to ${max}.` : "" };
}

/** Handles a quantity that was typed before hydration: the field contains it, but React's state does not. */
function useTypedBeforeHydration(
  value: number,
  to: { type: (text: string) => void; take: (text: string) => void },
) {
  const field = useRef<HTMLInputElement>(null);
  const adoptTypedValue = useEffectEvent((input: HTMLInputElement) => {
    if (input.value === String(value)) return;
    if (document.activeElement === input) to.type(input.value);
    else to.take(input.value);
  });
  useLayoutEffect(() => {
    if (field.current) adoptTypedValue(field.current);
  }, []);
  return field;
}
