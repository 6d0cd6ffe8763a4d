import type { ComponentProps, MouseEvent } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

interface ButtonLook {
  variant?: ButtonVariant | undefined;
  wide?: boolean | undefined;
}

type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** True while the action runs. The button then keeps its width and the focus, but ignores clicks. */
    busy?: boolean;
    busyLabel?: string;
  };

export function Button({
  variant,
  wide,
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
  // A plain label gets no inner element, because lists have a button on every card and the HTML would grow.
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
      {isPlain ? (
        children
      ) : (
        <span className={styles.label} aria-hidden={busy || undefined}>
          {children}
        </span>
      )}
      {busyLabel !== undefined && (
        <span className={styles.busyLabel} aria-hidden={!busy || undefined}>
          {busyLabel}
        </span>
      )}
      {busy && busyLabel === undefined && <Dots />}
    </button>
  );
}

type ButtonLinkProps = Omit<ComponentProps<"a">, "className"> & ButtonLook;

export const ButtonLink = ({ variant, wide, children, ...rest }: ButtonLinkProps) => (
  <a {...rest} className={getClassName({ variant, wide })}>
    <span className={styles.label}>{children}</span>
  </a>
);

const getClassName = ({ variant = "primary", wide }: ButtonLook, className?: string): string =>
  classNames(styles.button, styles[variant], wide && styles.wide, className);

const Dots = () => (
  <span className={styles.dots}>
    <span className="visually-hidden">One moment…</span>
    <span className={styles.dot} />
    <span className={styles.dot} />
    <span className={styles.dot} />
  </span>
);
