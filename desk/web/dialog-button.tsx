import { type ComponentProps, type ReactNode, useState } from "react";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { Dialog } from "./dialog.tsx";

interface DialogButtonProps extends Pick<ComponentProps<typeof Dialog>, "title" | "size"> {
  label: string;
  variant?: ButtonVariant;
  children: (close: () => void) => ReactNode;
}

export function DialogButton({ label, variant = "secondary", children, ...dialog }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog {...dialog} open={isOpen} onClose={close}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}
