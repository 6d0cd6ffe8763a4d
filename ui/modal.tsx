import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./modal.module.css";
import { openModal } from "./open-modals.ts";

export interface ModalProps {
  open: boolean;
  /** Called for Escape, a close button and a click on the backdrop. The parent then sets `open` to false. */
  onClose: () => void;
  children: ReactNode;
}

/** The element with `data-initial-focus` gets the focus. */
export function Modal({
  open,
  onClose,
  panel,
  className,
  children,
  ...rest
}: ModalProps & Omit<ComponentProps<"dialog">, "open"> & { panel: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPresent = usePresence(open, dialog);

  useLayoutEffect(() => (open && dialog.current ? openModal(dialog.current) : undefined), [open]);

  if (!isPresent) return null;
  return (
    <dialog
      {...rest}
      ref={dialog}
      className={classNames(styles.modal, className)}
      onCancel={(event) => {
        if (!isOnElementItself(event)) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (isOnElementItself(event) && open && !event.currentTarget.open) onClose();
      }}
    >
      {/* A click on this backdrop closes the dialog. Keyboard users press Escape instead, which fires `cancel`. */}
      <div className={styles.beside} aria-hidden="true" onClick={onClose} />
      <div className={classNames(styles.panel, panel)}>{children}</div>
    </dialog>
  );
}

/** False for an event of a file field or another dialog inside this one: `cancel` and `close` bubble in React. */
const isOnElementItself = (event: { target: EventTarget; currentTarget: EventTarget }): boolean =>
  event.target === event.currentTarget;

/** True while the dialog is open, and until its closing transition has ended. */
function usePresence(isOpen: boolean, dialog: { current: HTMLDialogElement | null }): boolean {
  const [isPresent, setPresent] = useState(isOpen);
  if (isOpen && !isPresent) setPresent(true);

  useEffect(() => {
    if (isOpen || dialog.current === null) return;
    let isCurrent = true;
    const transitions = dialog.current
      .getAnimations({ subtree: true })
      .filter((it) => it instanceof CSSTransition);
    void Promise.allSettled(transitions.map((transition) => transition.finished)).then(() => {
      if (isCurrent) setPresent(false);
    });
    return () => {
      isCurrent = false;
    };
  }, [isOpen, dialog]);

  return isPresent;
}
