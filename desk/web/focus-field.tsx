import { type ReactNode, useEffect, useRef } from "react";

/**
 * A `ref` that focuses the element once. Inside a component, it would be a new function in each render, and React would
 * call it each time.
 */
export const focusAtFirst = (element: HTMLElement | null): void => element?.focus();

/** Focuses the field with this name. Without a name, it does nothing. */
export function FocusField({ name, children }: { name: string | undefined; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (name !== undefined) focusField(name, frame.current ?? undefined);
  }, [name]);
  return <div ref={frame}>{children}</div>;
}

export function focusField(name: string, within: ParentNode = document): void {
  const fields = within.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]");
  const field = [...fields].find((each) => each.name === name);
  field?.scrollIntoView?.({ block: "center" });
  field?.focus();
  if (field && "select" in field) field.select();
}
