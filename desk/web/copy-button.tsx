import type { ComponentProps } from "react";
import type { DataOf } from "#contract/command-data.ts";
import type { checkResult } from "#contract/operator-results.ts";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, "children"> {
  text: string;
  doneText: string;
}

export const CopyButton = ({ text, doneText, children }: CopyButtonProps) => (
  <Button
    variant="secondary"
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

/** Copies a request for the person who maintains the shop's machine. */
export const CopyForTechnician = ({
  text,
  children = "Copy for your technician",
}: Pick<CopyButtonProps, "text"> & Partial<CopyButtonProps>) => (
  <CopyButton
    text={text}
    doneText="Copied. Paste it into a message to the person who maintains the shop's machine."
  >
    {children}
  </CopyButton>
);

/** Returns a message about problems. It contains the names of settings, which screens do not show. */
export const toMessage = (problems: Readonly<DataOf<typeof checkResult>["problems"]>): string =>
  [
    "The health check of our shop found this. Please solve it.",
    ...problems.map(({ about, what, remedy }) => `${about}: ${endSentence(what)} ${endSentence(remedy)}`),
  ].join("\n");

/** Adds the final period, which most texts of problems do not have. */
export const endSentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);
