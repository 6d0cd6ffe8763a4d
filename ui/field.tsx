import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.ts";
import { FieldError, FieldHint, RequiredMark } from "./field-notes.tsx";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

/** The texts of a field. An `error` marks the field as invalid, and screen readers read it with the field. */
export interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A field for one line of text. With the type `password`, it has a button that shows the typed text. */
export function TextField({ label, hint, error, type = "text", className, ...input }: FieldProps<"input">) {
  const [isPasswordShown, setShown] = useState(false);
  const wiring = useFieldWiring(input.id, hint, error);
  const isPassword = type === "password";
  return (
    <Frame
      {...wiring}
      label={label}
      hint={hint}
      error={error}
      required={input.required}
      className={className}
    >
      <span className={styles.control}>
        <input
          {...input}
          {...wiring.control}
          type={isPassword && isPasswordShown ? "text" : type}
          className={classNames(styles.box, isPassword && styles.withToggle)}
        />
        {isPassword && (
          <button
            type="button"
            className={styles.toggle}
            aria-label={isPasswordShown ? "Hide password" : "Show password"}
            aria-controls={wiring.control.id}
            onClick={() => setShown(!isPasswordShown)}
          >
            {isPasswordShown ? "Hide" : "Show"}
          </button>
        )}
      </span>
    </Frame>
  );
}

export function SelectField({ label, hint, error, className, children, ...select }: FieldProps<"select">) {
  const wiring = useFieldWiring(select.id, hint, error);
  return (
    <Frame
      {...wiring}
      label={label}
      hint={hint}
      error={error}
      required={select.required}
      className={className}
    >
      <span className={styles.control}>
        <select {...select} {...wiring.control} className={classNames(styles.box, styles.select)}>
          {children}
        </select>
        <Icon of={ChevronDown} className={styles.chevron} size={20} strokeWidth={1.5} />
      </span>
    </Frame>
  );
}

export function TextArea({ label, hint, error, rows = 4, className, ...area }: FieldProps<"textarea">) {
  const wiring = useFieldWiring(area.id, hint, error);
  return (
    <Frame {...wiring} label={label} hint={hint} error={error} required={area.required} className={className}>
      <textarea {...area} {...wiring.control} rows={rows} className={classNames(styles.box, styles.area)} />
    </Frame>
  );
}

type FieldProps<Tag extends "input" | "select" | "textarea"> = FieldText & ComponentProps<Tag>;

interface Wiring {
  control: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };
  hintId: string;
  errorId: string;
}

function useFieldWiring(givenId: string | undefined, hint: ReactNode, error: string | undefined): Wiring {
  const ownId = useId();
  const id = givenId ?? ownId;
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = classNames(Boolean(error) && errorId, Boolean(hint) && hintId);
  return {
    control: { id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined },
    hintId,
    errorId,
  };
}

type FrameProps = Wiring &
  FieldText & { required: boolean | undefined; className: string | undefined; children: ReactNode };

const Frame = ({
  control,
  hintId,
  errorId,
  label,
  hint,
  error,
  required,
  className,
  children,
}: FrameProps) => (
  <div className={classNames(styles.field, className)}>
    <label htmlFor={control.id} className={styles.label}>
      {label}
      {required && <RequiredMark />}
    </label>
    {children}
    {error && <FieldError id={errorId}>{error}</FieldError>}
    {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
  </div>
);
