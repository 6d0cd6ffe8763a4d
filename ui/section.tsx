import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./section.module.css";

interface SectionProps extends Omit<ComponentProps<"section">, "title"> {
  title?: ReactNode;
  action?: ReactNode;
  /** `linen` is a coloured band over the full width of the window. */
  ground?: "paper" | "linen";
}

export function Section({ title, action, ground = "paper", className, children, ...rest }: SectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      {...rest}
      className={classNames(styles.section, styles[ground], className)}
    >
      <Wrap>
        {title && (
          <header className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            {action}
          </header>
        )}
        {children}
      </Wrap>
    </section>
  );
}

export const Wrap = ({ className, ...rest }: ComponentProps<"div">) => (
  <div {...rest} className={classNames(styles.wrap, className)} />
);
