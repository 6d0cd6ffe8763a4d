/** Returns how a number differs from that of the previous period, such as "12 % more". Empty if `previous` is 0. */
export function describeChange(now: number, previous: number): string {
  if (previous === 0) return "";
  const percent = Math.round(((now - previous) / previous) * 100);
  if (percent === 0) return "no change";
  if (percent >= 300) return `${Math.round(now / previous)} times as high`;
  return percent > 0 ? `${percent} % more` : `${-percent} % less`;
}
