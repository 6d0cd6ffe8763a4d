import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

interface QuantityOptions {
  value: number;
  onChange: (quantity: number) => void;
  min: number;
  max: number;
}

/** A number that is stepped to or typed. What is typed counts when it is left or entered. */
export function useQuantity({ value, onChange, min, max }: QuantityOptions) {
  const [typed, setTyped] = useState<string | null>(null);
  const [said, setSaid] = useState("");

  const set = (quantity: number, message = "") => {
    setTyped(null);
    setSaid(message);
    const allowed = Math.min(Math.max(quantity, min), max);
    if (allowed !== value) onChange(allowed);
  };
  const take = (text = typed) => {
    if (text === null) return;
    const { quantity, message } = toProviderUnavailable(text, { value, min, max });
    set(quantity, message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const answers: Record<string, (() => void) | undefined> = {
      ArrowUp: () => set(value + 1),
      ArrowDown: () => set(value - 1),
      Enter: () => take(),
      Escape: typed === null ? undefined : () => setTyped(null),
    };
    const answer = answers[event.key];
    if (!answer) return;
    answer();
    // Enter shall not send the form around it, nor Escape close the drawer it is in.
    event.preventDefault();
  };
  const field = useTypedBeforeHydration(value, { type: setTyped, take });
  return { field, shown: typed ?? value, said, set, type: setTyped, take, onKeyDown };
}

/** What a typed text comes to, and what is said of it. */
function toProviderUnavailable(text: string, { value, min, max }: Omit<QuantityOptions, "onChange">) {
  const digits = text.trim();
  // '2.5' is not 25, nor '1e2' 12 or 100: what is not a whole number changes nothing.
  if (!/^\d*$/.test(digits)) {
    return { quantity: value, message: `Please type a whole number from ${min} to ${max}.` };
  }
  const quantity = digits === "" ? value : Number(digits);
  return { quantity, message: quantity < min || quantity > max ? `You can have from ${min} to ${max}.` : "" };
}

/** Typed before the scripts were there: React leaves it in the field, but does not know of it. */
function useTypedBeforeHydration(
  value: number,
  to: { type: (text: string) => void; take: (text: string) => void },
) {
  const field = useRef<HTMLInputElement>(null);
  const takeOver = useEffectEvent((input: HTMLInputElement) => {
    if (input.value === String(value)) return;
    if (document.activeElement === input) to.type(input.value);
    else to.take(input.value);
  });
  useLayoutEffect(() => {
    if (field.current) takeOver(field.current);
  }, []);
  return field;
}
