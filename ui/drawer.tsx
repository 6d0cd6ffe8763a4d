import X from "lucide/dist/esm/icons/x.mjs";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./drawer.module.css";
import { IconButton } from "./icon-button.tsx";
import { Modal, type ModalProps } from "./modal.tsx";
import frame from "./modal.module.css";

interface DrawerProps extends ModalProps {
  title: ReactNode;
  side?: "right" | "left" | "bottom";
  footer?: ReactNode;
}

export function Drawer({ title, side = "right", footer, children, ...modal }: DrawerProps) {
  const titleId = useId();
  return (
    <Modal
      {...modal}
      aria-labelledby={titleId}
      className={classNames(styles.drawer, styles[`from-${side}`])}
      panel={styles.panel}
    >
      <header className={classNames(frame.header, styles.header)}>
        <h2 id={titleId} className="h4 snug">
          {title}
        </h2>
        <IconButton label="Close" icon={X} onClick={modal.onClose} />
      </header>
      <div className={classNames(frame.body, styles.body)}>{children}</div>
      {footer && <footer className={frame.footer}>{footer}</footer>}
    </Modal>
  );
}
