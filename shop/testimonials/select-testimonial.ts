import type { Testimonial } from "./testimonial.ts";

/** Fewer stars do not help anyone to choose. */
const LEAST_STARS = 4;

/** The newest praise that names a kind of piece, a tray or trays; null without any. The list has the newest first. */
export function selectNamingKind(testimonials: readonly Testimonial[], kind: string): Testimonial | null {
  const name = kind
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  if (!name) return null;
  const names = ({ message }: Testimonial) => {
    const words = ` ${message.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `;
    return words.includes(` ${name} `) || words.includes(` ${name}s `);
  };
  return testimonials.find((one) => one.rating >= LEAST_STARS && names(one)) ?? null;
}
