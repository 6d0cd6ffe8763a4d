import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import type { ReactNode } from "react";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

/**
 * The star beside the label of a required field. It is hidden from screen readers, which read the attribute `required`.
 */
export const RequiredMark = () => (
  <span className={styles.required} aria-hidden="true">
    *
  </span>
);

/** The error message below a field. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className={styles.error}>
    <Icon of={CircleAlert} size={16} strokeWidth={1.5} />
    <span>{children}</span>
  </p>
);

/** The hint below a field about how to fill it in. */
export const FieldHint = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className={styles.hint}>
    {children}
  </p>
);
