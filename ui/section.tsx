import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./section.module.css";

interface SectionProps extends Omit<ComponentProps<"section">, "title"> {
  title?: ReactNode;
  eyebrow?: ReactNode;
  /** Shown beside the title: usually a link to the full list. */
  action?: ReactNode;
  /** The background: `linen` is a band across the window. */
  ground?: "paper" | "linen";
  align?: "start" | "center";
}

/** A section of a page, labelled by its `h2`. */
export function Section({
  title,
  eyebrow,
  action,
  ground = "paper",
  align = "start",
  className,
  children,
  ...rest
}: SectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      {...rest}
      className={classNames(styles.section, styles[ground], className)}
    >
      <Wrap>
        {title && (
          <header className={classNames(styles.header, align === "center" && styles.centred)}>
            <div>
              {eyebrow && <p className={classNames("eyebrow", styles.eyebrow)}>{eyebrow}</p>}
              <h2 id={titleId}>{title}</h2>
            </div>
            {action && <div className={styles.action}>{action}</div>}
          </header>
        )}
        {children}
      </Wrap>
    </section>
  );
}

/** The width of the page's content with its margins; `narrow` is for reading. */
export const Wrap = ({
  narrow = false,
  className,
  ...rest
}: ComponentProps<"div"> & { narrow?: boolean }) => (
  <div {...rest} className={classNames(styles.wrap, narrow && styles.narrow, className)} />
);
