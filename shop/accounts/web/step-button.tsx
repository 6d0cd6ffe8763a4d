import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";

interface StepButtonProps {
  /** Where it leads without scripts, and what is asked there. */
  to: string;
  query?: Readonly<Record<string, string | undefined>>;
  /** What it does with them. */
  onStep: () => void;
  variant: ButtonVariant;
  wide?: boolean;
  children: ReactNode;
}

/** A button that leads to another step of a form. It is a form of its own, so that it works without scripts too. */
export const StepButton = ({ to, query = {}, onStep, children, ...look }: StepButtonProps) => (
  <form
    action={to}
    method="get"
    onSubmit={(event) => {
      event.preventDefault();
      onStep();
    }}
  >
    {Object.entries(query).map(
      ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
    )}
    <Button {...look} type="submit">
      {children}
    </Button>
  </form>
);

interface BackToLoginProps {
  redirect: string | undefined;
  leave: (to: string) => void;
}

/** The way back, at the end of a form. */
export const BackToLogin = ({ redirect, leave }: BackToLoginProps) => (
  <StepButton
    to={links.logIn()}
    query={{ redirect }}
    onStep={() => leave(links.logIn(redirect))}
    variant="secondary"
    wide
  >
    Back to Login
  </StepButton>
);
