import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";

interface StepButtonProps {
  to: string;
  query: Readonly<Record<string, string | undefined>>;
  onStep: () => void;
  variant: ButtonVariant;
  wide?: boolean;
  children: ReactNode;
}

/** A button in its own form, so that it can open another step even without JavaScript. */
export const StepButton = ({ to, query, onStep, children, ...buttonProps }: StepButtonProps) => (
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
    <Button {...buttonProps} type="submit">
      {children}
    </Button>
  </form>
);

interface BackToLoginProps {
  redirect: string | undefined;
  leave: (to: string) => void;
}

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
