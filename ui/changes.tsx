import { type ComponentProps, useEffect, useRef, useState } from "react";
import { announce } from "./announcer.ts";
import { classNames } from "./class-names.ts";

/** Time for which a change is highlighted, in milliseconds. Must equal the duration of the animation `.wash`. */
const WASH_MS = 1_000;

interface News {
  /** The value; null while unknown. The first value is not a change. */
  value: string | null;
  /** The subject of the announcement, such as `Total`. Without it, nothing is announced. */
  topic?: string | undefined;
}

/**
 * Announces a change of `value` as `{topic}: {value}`, and returns the class that highlights it for a second. The
 * initial value is not a change.
 */
export function useChange({ value, topic }: News): "wash" | undefined {
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
    const timer = setTimeout(() => setIsHighlighted(false), WASH_MS);
    return () => clearTimeout(timer);
  }, [isHighlighted, value]);
  return isHighlighted ? "wash" : undefined;
}

/** Shows a value and highlights live changes. */
export const Changing = ({ value, topic, className, children, ...rest }: News & ComponentProps<"span">) => (
  <span {...rest} className={classNames(className, useChange({ value, topic }))}>
    {children ?? value}
  </span>
);
