/** Joins class names and skips missing ones: `classNames(styles.card, sold && styles.sold, className)`. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(" ");
