import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import type { ReactNode } from "react";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

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
