import Minus from "lucide/dist/esm/icons/minus.mjs";
import Plus from "lucide/dist/esm/icons/plus.mjs";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./quantity-stepper.module.css";
import { useQuantity } from "./use-quantity.ts";
import { Icon } from "./icon.tsx";

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

/** How many: by its two buttons, the arrow keys, or typed. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, name, min = 1, max = 999, disabled = false, className } = props;
  const { field, shown, said, set, type, take, onKeyDown } = useQuantity({ value, onChange, min, max });
  const label = `quantity of ${name}`;
  return (
    <>
      <fieldset aria-label={`Quantity of ${name}`} className={classNames(styles.stepper, className)}>
        <Step label={`Decrease ${label}`} disabled={disabled || value <= min} onClick={() => set(value - 1)}>
          <Icon of={Minus} size={16} strokeWidth={1.5} />
        </Step>
        <input
          ref={field}
          className={styles.number}
          aria-label={`Quantity of ${name}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={shown}
          disabled={disabled}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => take()}
          onKeyDown={onKeyDown}
        />
        <Step label={`Increase ${label}`} disabled={disabled || value >= max} onClick={() => set(value + 1)}>
          <Icon of={Plus} size={16} strokeWidth={1.5} />
        </Step>
      </fieldset>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </>
  );
}

interface StepProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Step = ({ label, disabled, onClick, children }: StepProps) => (
  <button
    type="button"
    className={styles.step}
    aria-label={label}
    data-each-press=""
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </button>
);
