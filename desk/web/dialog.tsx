import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { ConfirmDialog as UiConfirmDialog, Dialog as UiDialog } from "#ui/dialog.tsx";
import { asksToLeave, countUnsavedForms, IsInDialog, leaveScreen, useBackButton } from "./router.ts";

/* The desk's dialogs. The browser's Back button closes them, and a dialog with unsaved input asks before it closes. */

export function Dialog({ open, onClose, children, ...dialog }: ComponentProps<typeof UiDialog>) {
  const [isAsking, setAsking] = useState(false);
  const unsavedBehind = useRef(0);
  useLayoutEffect(() => {
    if (open) unsavedBehind.current = countUnsavedForms();
  }, [open]);
  const close = () => (countUnsavedForms() > unsavedBehind.current ? setAsking(true) : onClose());
  useBackButton(open, close);
  return (
    <>
      <UiDialog {...dialog} open={open} onClose={close}>
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

/** Asks before the Back button leaves a screen with unsaved input. */
export const LeaveDialog = () => (
  <ConfirmDialog
    open={asksToLeave.useValue()}
    question="Leave this screen without saving what you entered?"
    yes="Leave"
    no="Keep editing"
    onYes={leaveScreen}
    onNo={() => asksToLeave.set(false)}
  />
);

export function ConfirmDialog(props: ComponentProps<typeof UiConfirmDialog>) {
  useBackButton(props.open, props.onNo);
  return <UiConfirmDialog {...props} />;
}
