import { type ReactNode, useEffect, useRef } from "react";

/** Focuses the field with this name. Without a name, the form chooses the first field. */
export function FocusField({ name, children }: { name: string | undefined; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (name === undefined) return;
    const fields = frame.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]") ?? [];
    const field = [...fields].find((each) => each.name === name);
    field?.scrollIntoView?.({ block: "center" });
    field?.focus();
    if (field && "select" in field) field.select();
  }, [name]);
  return <div ref={frame}>{children}</div>;
}
