import { type ComponentProps, useEffect, useRef, useState } from "react";
import { announce } from "./announcer.ts";
import { classNames } from "./class-names.ts";

/** The time in ms for which a change is highlighted. It must equal the duration of the animation `.highlight`. */
const HIGHLIGHT_MS = 1_000;

interface ChangeNews {
  /** The value to watch; null while it is unknown. The first known value does not count as a change. */
  value: string | null;
  /** The name of the value in the announcement. Without it, changes are not announced. */
  topic?: string | undefined;
}

/** Announces changes of a value as `{topic}: {value}`, and returns the class that highlights them for a second. */
export function useChange({ value, topic }: ChangeNews): "highlight" | undefined {
  const [isHighlighted, setIsHighlighted] = useState(false);
  const previous = useRef(value);
  useEffect(() => {
    const changed = previous.current !== null && value !== null && previous.current !== value;
    previous.current = value;
    if (!changed) return;
    setIsHighlighted(true);
    if (topic !== undefined) announce(topic, `${topic}: ${value}`);
  }, [value, topic]);
  useEffect(() => {
    if (!isHighlighted) return;
    const timer = setTimeout(() => setIsHighlighted(false), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [isHighlighted, value]);
  return isHighlighted ? "highlight" : undefined;
}

export const Changing = ({
  value,
  topic,
  className,
  children,
  ...rest
}: ChangeNews & ComponentProps<"span">) => (
  <span {...rest} className={classNames(className, useChange({ value, topic }))}>
    {children ?? value}
  </span>
);
