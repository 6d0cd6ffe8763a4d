import type { ComponentProps, MouseEvent, ReactNode } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

interface Look {
  variant?: ButtonVariant;
  /** True to fill the available width. */
  wide?: boolean;
}

type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Busy: the button keeps its width and focus, but ignores clicks. */
    busy?: boolean;
    /** The label while it is busy, for example `Submitting...`; without it three dots are drawn. */
    busyLabel?: string;
  };

/** A button; its default type is `button`. */
export function Button({
  variant = "primary",
  wide = false,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  // The extra element is only needed if the label is replaced. Lists have a button on every card, so this saves many
  // elements.
  const isPlain = typeof children === "string" && !busy && busyLabel === undefined;
  return (
    <button
      type="button"
      {...rest}
      onClick={click}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      className={getClassName({ variant, wide }, className)}
    >
      {isPlain ? children : <Label isHidden={busy}>{children}</Label>}
      {busyLabel !== undefined && (
        <span className={styles.busyLabel} aria-hidden={!busy || undefined}>
          {busyLabel}
        </span>
      )}
      {busy && busyLabel === undefined && <Dots />}
    </button>
  );
}

/** A link that looks like a button, for navigation. */
export function ButtonLink({
  variant = "primary",
  wide = false,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & Look) {
  return (
    <a {...rest} className={getClassName({ variant, wide }, className)}>
      <span className={styles.label}>{children}</span>
    </a>
  );
}

const Label = ({ isHidden, children }: { isHidden: boolean; children: ReactNode }) => (
  <span className={styles.label} aria-hidden={isHidden || undefined}>
    {children}
  </span>
);

const getClassName = ({ variant = "primary", wide }: Look, className: string | undefined): string =>
  classNames(styles.button, styles[variant], wide && styles.wide, className);

const Dots = (): ReactNode => (
  <span className={styles.dots}>
    <VisuallyHidden>One moment…</VisuallyHidden>
    <span className={styles.dot} />
    <span className={styles.dot} />
    <span className={styles.dot} />
  </span>
);
