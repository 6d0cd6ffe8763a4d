/** Returns the number of pages of a list, the valid page nearest to `page`, and the range of its items. */
export function toPage(total: number, page: number, size: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const current = Math.min(Math.max(1, page), pages);
  const from = (current - 1) * size;
  return { page: current, pages, from, to: Math.min(from + size, total) };
}

/** Returns one page of the list; the whole list if `size` is null. */
export const slicePage = <T>(list: readonly T[], page: number, size: number | null): readonly T[] => {
  if (size === null) return list;
  const { from, to } = toPage(list.length, page, size);
  return list.slice(from, to);
};

/** Returns the page numbers to show on page `page` of `pages`. `null` is an ellipsis: 1 … 4 5 6 … 20. */
export function foldPages(page: number, pages: number): (number | null)[] {
  const offered = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1 || pages <= UNFOLDED,
  );
  return offered.flatMap((number, index) => {
    const previous = offered[index - 1] ?? 0;
    if (number - previous === 2) return [number - 1, number];
    return number - previous > 2 ? [null, number] : [number];
  });
}

/** The largest number of pages with a link to each page. Five page numbers fit on a phone. */
const UNFOLDED = 5;
