import type { ComponentProps } from "react";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, "variant" | "children"> {
  text: string;
  doneText: string;
}

export const CopyButton = ({ text, doneText, variant = "secondary", children }: CopyButtonProps) => (
  <Button
    variant={variant}
    onClick={() =>
      void navigator.clipboard.writeText(text).then(
        () => toastSuccess(doneText),
        () => toastError("This browser did not allow copying. Select the text and copy it yourself."),
      )
    }
  >
    {children}
  </Button>
);
