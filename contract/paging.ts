/** Calculates the bounds of a page of a long list and the number of pages; page 1 is the first. */
export function toPage(total: number, page: number, size: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const current = Math.min(Math.max(1, page), pages);
  const from = (current - 1) * size;
  return { page: current, pages, from, to: Math.min(from + size, total) };
}

/** One page of a list; `size` null is the whole list. */
export const slicePage = <T>(list: readonly T[], page: number, size: number | null): readonly T[] => {
  if (size === null) return list;
  const { from, to } = toPage(list.length, page, size);
  return list.slice(from, to);
};

/** The numbers to offer on page `page` of `pages`, in order; `null` stands for those folded away: 1 … 4 5 6 … 20. */
export function foldPages(page: number, pages: number): (number | null)[] {
  const offered = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1 || pages <= UNFOLDED,
  );
  return offered.flatMap((number, index) => {
    const before = offered[index - 1] ?? 0;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [null, number] : [number];
  });
}

/** The most page links side by side without folding, also on a phone. */
const UNFOLDED = 5;
