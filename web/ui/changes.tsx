import { type AnimationEvent, type ComponentProps, useEffect, useRef, useState } from "react";
import { announce } from "./announcer.ts";
import { classNames } from "./class-names.ts";

interface News {
  /** What is shown; null while it is not known, and what comes then is no news. */
  value: string | null;
  /** What it is about, for the announcement: `Total`. Without it nothing is said. */
  topic?: string | undefined;
}

/**
 * Has a change of `value` announced as `{topic}: {value}` and seen as a wash of one second. Spread what it gives on
 * the element; what is there from the beginning is no change.
 */
export function useChange<E extends Element>({ value, topic }: News) {
  const [washing, setWashing] = useState(false);
  const before = useRef(value);
  useEffect(() => {
    const changed = before.current !== null && value !== null && before.current !== value;
    before.current = value;
    if (!changed) return;
    setWashing(true);
    if (topic !== undefined) announce(topic, `${topic}: ${value}`);
  }, [value, topic]);
  return {
    className: washing ? "wash" : undefined,
    onAnimationEnd: ({ target, currentTarget }: AnimationEvent<E>) => {
      if (target === currentTarget) setWashing(false);
    },
  };
}

/** Shows a value that may change by itself. */
export function Changing({ value, topic, className, ...rest }: News & ComponentProps<"span">) {
  const change = useChange<HTMLSpanElement>({ value, topic });
  return (
    <span {...rest} {...change} className={classNames(className, change.className)}>
      {rest.children ?? value}
    </span>
  );
}
