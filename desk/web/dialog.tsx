import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { ConfirmDialog as UiConfirmDialog, Dialog as UiDialog } from "#ui/dialog.tsx";
import { Unbroken } from "#ui/unbroken.tsx";
import { countUnsavedForms, IsInDialog, leaveScreen, leaving, useBackButton } from "./router.ts";

/* The desk's dialogs. The browser's Back button closes them, and a dialog with unsaved input asks before it closes. */

type DialogProps = ComponentProps<typeof UiDialog> & { title: string };

export function Dialog({ open, onClose, title, children, ...dialog }: DialogProps) {
  const [isAsking, setAsking] = useState(false);
  const unsavedBehind = useRef(0);
  useLayoutEffect(() => {
    if (open) unsavedBehind.current = countUnsavedForms();
  }, [open]);
  const close = () => (countUnsavedForms() > unsavedBehind.current ? setAsking(true) : onClose());
  useBackButton(open, close);
  useEarlierToasts(open);
  return (
    <>
      <UiDialog {...dialog} title={<Unbroken text={title} />} open={open} onClose={close}>
        <IsInDialog value>{children}</IsInDialog>
      </UiDialog>
      <ConfirmDialog
        open={open && isAsking}
        question="Close without saving what you entered?"
        yes="Discard it"
        no="Keep editing"
        onYes={() => {
          setAsking(false);
          onClose();
        }}
        onNo={() => setAsking(false)}
      />
    </>
  );
}

export const LeaveDialog = () => (
  <ConfirmDialog
    open={leaving.useValue() !== null}
    question="Leave this screen without saving what you entered?"
    yes="Leave"
    no="Keep editing"
    onYes={leaveScreen}
    onNo={() => leaving.set(null)}
  />
);

type ConfirmDialogProps = ComponentProps<typeof UiConfirmDialog> & { title?: string; question: string };

export function ConfirmDialog({ title, question, ...props }: ConfirmDialogProps) {
  useBackButton(props.open, props.onNo);
  useEarlierToasts(props.open);
  return (
    <UiConfirmDialog
      {...props}
      {...(title && { title: <Unbroken text={title} /> })}
      question={<Unbroken text={question} />}
    />
  );
}

/** Hides the toasts that were open before the dialog, because they would cover it. Shows them again after it closes. */
function useEarlierToasts(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const earlier = document.querySelectorAll(".Toastify__toast:not([data-earlier])");
    for (const toast of earlier) toast.toggleAttribute("data-earlier", true);
    return () => {
      for (const toast of earlier) toast.removeAttribute("data-earlier");
    };
  }, [isOpen]);
}
