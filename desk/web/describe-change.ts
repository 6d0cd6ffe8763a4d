/** Returns the beginning of a comparison, such as "12 % more than". Empty if `previous` is 0. */
export function describeChange(now: number, previous: number): string {
  if (previous === 0) return "";
  const percent = Math.round(((now - previous) / previous) * 100);
  if (percent === 0) return "about the same as";
  if (percent >= 300) return `${Math.round(now / previous)} times as high as`;
  return percent > 0 ? `${percent} % more than` : `${-percent} % less than`;
}
