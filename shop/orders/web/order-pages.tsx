import ChevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import ChevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import { foldPages, toPage } from "#contract/paging.ts";
import { IconButton } from "#ui/icon-button.tsx";
import styles from "./order-pages.module.css";
import { Icon } from "#ui/icon.tsx";

interface OrderPagesProps {
  total: number;
  page: number;
  /** Null shows all orders on one page (D72). */
  size: number | null;
  onPage: (page: number) => void;
}

export function OrderPages({ total, page, size, onPage }: OrderPagesProps) {
  if (size === null || total <= size) return null;
  const { page: current, pages } = toPage(total, page, size);
  return (
    <nav aria-label="Pages of your orders" className={styles.pages}>
      <IconButton label="Previous page" disabled={current === 1} onClick={() => onPage(current - 1)}>
        <Icon of={ChevronLeft} strokeWidth={1.5} />
      </IconButton>
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
      <IconButton label="Next page" disabled={current === pages} onClick={() => onPage(current + 1)}>
        <Icon of={ChevronRight} strokeWidth={1.5} />
      </IconButton>
    </nav>
  );
}
