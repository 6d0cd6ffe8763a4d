import type { ComponentProps } from "react";
import { CommandButton } from "./command-form.tsx";

interface NamedButtonProps extends Omit<ComponentProps<typeof CommandButton>, "children"> {
  text: string;
  of: string;
}

/** A button in a list. Screen readers also read `of`, because the text is the same in each row: "Remove banner 2". */
export const NamedButton = ({ text, of, ...button }: NamedButtonProps) => (
  <CommandButton variant="quiet" {...button}>
    {text} <span className="visually-hidden">{of}</span>
  </CommandButton>
);
