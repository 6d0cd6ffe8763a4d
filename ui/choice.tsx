import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./choice.module.css";
import { classNames } from "./class-names.ts";
import { FieldError, FieldHint, RequiredMark } from "./field.tsx";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, className, ...input }: CheckboxProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={className}>
      <label className={styles.line}>
        <input
          {...input}
          type="checkbox"
          id={id}
          className={classNames(styles.mark, styles.check)}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        <span>
          {label}
          {input.required && <RequiredMark />}
        </span>
      </label>
      <div className={styles.notes}>{hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}</div>
    </div>
  );
}

interface RadioCardProps extends Omit<ComponentProps<"input">, "type" | "title" | "className"> {
  title: ReactNode;
  children?: ReactNode;
}

export const RadioCard = ({ title, children, ...input }: RadioCardProps) => (
  <label className={styles.card}>
    <input {...input} type="radio" className={classNames(styles.mark, styles.radio)} />
    <span className="stack gap-1">
      <span className="medium">{title}</span>
      {children && <span className="small snug soft">{children}</span>}
    </span>
  </label>
);

interface RadioGroupProps extends Omit<ComponentProps<"fieldset">, "className"> {
  legend: ReactNode;
  error?: string | undefined;
}

export function RadioGroup({ legend, error, children, ...fieldset }: RadioGroupProps) {
  const errorId = useId();
  return (
    <fieldset {...fieldset} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className="stack gap-3">{children}</div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
