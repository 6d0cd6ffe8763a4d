import type { Paise } from "./money.ts";

/** An amount in parts as large as the weights are, none below 0, each within a paisa of its own: they add up to it. */
export function distribute(amount: Paise, weights: readonly number[]): Paise[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let [weighed, given] = [0, 0];
  return weights.map((weight) => {
    weighed += weight;
    const part = calculateShare(amount, weighed, whole) - given;
    given += part;
    return part;
  });
}

/** `paise` × part ÷ whole, rounded half up; all of it where nothing is missing. Large amounts are beyond what a double holds. */
export function calculateShare(paise: Paise, part: number, whole: number): Paise {
  if (part === whole) return paise;
  const [divisor, product] = [BigInt(whole), BigInt(paise) * BigInt(part)];
  return Number((2n * product + divisor) / (2n * divisor));
}
