import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

export interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

export function TextField({
  label,
  hint,
  error,
  type = "text",
  className,
  "aria-describedby": describedBy,
  ...input
}: FieldProps<"input">) {
  const [isPasswordShown, setShown] = useState(false);
  const isPassword = type === "password";
  return (
    <Frame {...{ label, hint, error, className, describedBy }} id={input.id} required={input.required}>
      {(control) => (
        <span className={styles.control}>
          <input
            {...input}
            {...control}
            type={isPassword && isPasswordShown ? "text" : type}
            className={classNames(styles.box, isPassword && styles.withToggle)}
          />
          {isPassword && (
            <button
              type="button"
              className={styles.toggle}
              aria-label={isPasswordShown ? "Hide password" : "Show password"}
              aria-controls={control.id}
              onClick={() => setShown(!isPasswordShown)}
            >
              {isPasswordShown ? "Hide" : "Show"}
            </button>
          )}
        </span>
      )}
    </Frame>
  );
}

export const SelectField = ({
  label,
  hint,
  error,
  className,
  children,
  "aria-describedby": describedBy,
  ...select
}: FieldProps<"select">) => (
  <Frame {...{ label, hint, error, className, describedBy }} id={select.id} required={select.required}>
    {(control) => (
      <span className={styles.control}>
        <select {...select} {...control} className={classNames(styles.box, styles.select)}>
          {children}
        </select>
        <Icon of={ChevronDown} className={styles.chevron} size={20} />
      </span>
    )}
  </Frame>
);

interface OptionsProps {
  /** If an entry is a single text, this text is also the value of the option. */
  of: readonly (string | readonly [value: string, text: string])[];
  prompt?: string;
}

export const Options = ({ of, prompt }: OptionsProps) => (
  <>
    {prompt && <option value="">{prompt}</option>}
    {of.map((option) => {
      const [value, text] = typeof option === "string" ? [option, option] : option;
      return (
        <option key={value} value={value}>
          {text}
        </option>
      );
    })}
  </>
);

export const TextArea = ({ label, hint, error, rows = 4, className, ...area }: FieldProps<"textarea">) => (
  <Frame {...{ label, hint, error, className }} id={area.id} required={area.required}>
    {(control) => (
      <textarea {...area} {...control} rows={rows} className={classNames(styles.box, styles.area)} />
    )}
  </Frame>
);

type FieldProps<Tag extends "input" | "select" | "textarea"> = FieldText & ComponentProps<Tag>;

interface FrameProps extends FieldText {
  id: string | undefined;
  required: boolean | undefined;
  className: string | undefined;
  /** The id of an element with another hint, outside of the field. */
  describedBy?: string | undefined;
  children: (control: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => ReactNode;
}

function Frame({ label, hint, error, id: givenId, required, className, describedBy, children }: FrameProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = classNames(Boolean(error) && errorId, Boolean(hint) && hintId, describedBy);
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
    </div>
  );
}

/** The star beside the label of a required field. Screen readers read the attribute `required` instead. */
export const RequiredMark = () => (
  <span className={styles.required} aria-hidden="true">
    *
  </span>
);

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className={styles.error}>
    <Icon of={CircleAlert} size={16} />
    <span>{children}</span>
  </p>
);

export const FieldHint = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className={styles.hint}>
    {children}
  </p>
);
