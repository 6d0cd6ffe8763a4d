import X from "lucide/dist/esm/icons/x.mjs";
import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button.tsx";
import { Modal, type ModalProps } from "./modal.tsx";
import frame from "./modal.module.css";

interface DialogProps extends ModalProps {
  title: ReactNode;
  footer?: ReactNode;
  /** `full` fills the window with a picture. `tall` leaves space below for toasts; on phones, it fills the window. */
  size?: "normal" | "wide" | "full" | "tall";
}

export function Dialog({ title, footer, size = "normal", children, ...modal }: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      {...modal}
      aria-labelledby={titleId}
      className={styles.dialog}
      panel={classNames(styles.panel, styles[size])}
    >
      <header className={frame.header}>
        <h2 id={titleId} className={classNames("h4 snug", size === "full" && "visually-hidden")}>
          {title}
        </h2>
        <IconButton label="Close" icon={X} className={styles.close} onClick={modal.onClose} />
      </header>
      <div className={frame.body}>{children}</div>
      {footer && <footer className={classNames(frame.footer, styles.actions)}>{footer}</footer>}
    </Modal>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  title?: ReactNode;
  question: ReactNode;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
  danger?: boolean;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, question, yes, no, onYes, onNo, danger } = props;
  const [titleId, questionId] = [useId(), useId()];
  return (
    <Modal
      open={open}
      onClose={onNo}
      role="alertdialog"
      aria-labelledby={title ? titleId : questionId}
      aria-describedby={title ? questionId : undefined}
      className={styles.dialog}
      panel={classNames(styles.panel, styles.confirm)}
    >
      {title && (
        <h2 id={titleId} className="h4 snug">
          {title}
        </h2>
      )}
      <p id={questionId} className={title ? "soft" : "serif h4 snug balanced"}>
        {question}
      </p>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onNo} data-initial-focus="">
          {no}
        </Button>
        <Button variant={danger ? "danger" : "primary"} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Modal>
  );
}
