import ChevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import ChevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import { foldPages, toPage } from "#contract/paging.ts";
import { IconButton } from "#ui/icon-button.tsx";
import styles from "./order-pages.module.css";

interface OrderPagesProps {
  total: number;
  page: number;
  /** The number of orders on a page. Null shows all orders on one page (D72). */
  size: number | null;
  onPage: (page: number) => void;
}

export function OrderPages({ total, page, size, onPage }: OrderPagesProps) {
  if (size === null || total <= size) return null;
  const { page: current, pages } = toPage(total, page, size);
  return (
    <nav aria-label="Pages of your orders" className={styles.pages}>
      <IconButton
        label="Previous page"
        icon={ChevronLeft}
        disabled={current === 1}
        onClick={() => onPage(current - 1)}
      />
      {foldPages(current, pages).map((number, index) =>
        number === null ? (
          <span key={`fold ${index}`} className={styles.fold}>
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            className={styles.page}
            aria-label={`Page ${number}`}
            aria-current={number === current ? "page" : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ),
      )}
      <IconButton
        label="Next page"
        icon={ChevronRight}
        disabled={current === pages}
        onClick={() => onPage(current + 1)}
      />
    </nav>
  );
}
