import { capitalise } from "#contract/text.ts";
import type { ReactNode } from "react";
import { deskLinks } from "#contract/desk-links.ts";
import { labelText } from "#shop/texts/labels.ts";
import { findPhrase, toPast } from "./phrases.ts";
import { useProductTitle } from "./product-titles.tsx";
import { getCustomerHref } from "./router.ts";
import { ScreenLink } from "./screen-parts.tsx";

interface CommandPhraseProps {
  command: string;
  entered: Readonly<Record<string, string>>;
  /** `past` gives "cancelled TRV-7K3M9Q", `title` gives "Cancel TRV-7K3M9Q". */
  as?: "past" | "title";
}

export function CommandPhrase({ command, entered, as }: CommandPhraseProps): ReactNode {
  const { phrase } = findPhrase(command, entered);
  const titleOf = useProductTitle();
  const written = as === "past" ? toPast(phrase) : as === "title" ? capitalise(phrase) : phrase;
  return written.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part;
    const value = entered[part];
    if (value === undefined || value === GIVEN || value.includes("\n")) return WITHOUT_VALUE[part] ?? part;
    const href = LINKS[part]?.(value);
    const name = part === "id" ? titleOf(value) : command === "texts" ? `“${labelText(value)}”` : value;
    return href === undefined ? (
      name
    ) : (
      <ScreenLink key={part} href={href}>
        {name}
      </ScreenLink>
    );
  });
}

/** The audit log contains this text in place of a personal value. */
export const GIVEN = "(given)";

const WITHOUT_VALUE: Readonly<Record<string, string>> = {
  orderId: "several orders",
  email: "a customer",
  id: "several products",
  name: "a person",
};

const LINKS: Readonly<Record<string, (value: string) => string>> = {
  orderId: deskLinks.order,
  id: deskLinks.product,
  email: getCustomerHref,
};

/** Returns the screen on which the user can repeat a command: of its order, product or customer, or else its form. */
export function getRetryHref(command: string, { orderId, id, email }: CommandPhraseProps["entered"]): string {
  if (orderId !== undefined) return deskLinks.order(orderId, command);
  if (id !== undefined && !id.includes("\n") && command.startsWith("products ")) return deskLinks.product(id);
  return email === undefined || email === GIVEN ? deskLinks.form(command) : getCustomerHref(email);
}
