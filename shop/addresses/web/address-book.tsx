import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { Notice } from "#ui/notice.tsx";
import { type AddressInput, addressMessages } from "../address.ts";
import type { Address } from "../saved-address.ts";
import { AddressCards } from "./address-cards.tsx";
import { AddressCardsSkeleton } from "./address-cards-skeleton.tsx";
import { AddressForm } from "./address-form.tsx";
import { type AddressBook as Book, useAddressBook } from "./use-address-book.ts";
import styles from "./address-book.module.css";

type Open = Address | "new" | null;

interface AddressBookProps {
  userId: string;
  picture?: ReactNode;
}

export function AddressBook({ userId, picture }: AddressBookProps) {
  const book = useAddressBook(userId);
  const [open, setOpen] = useState<Open>(null);
  const show = (next: Open) => {
    book.forgetProblem();
    setOpen(next);
  };
  return (
    <div ref={useShownTop(open === null)} className={styles.book} aria-busy={book.loading || undefined}>
      {book.problem && <Notice tone="danger">{book.problem}</Notice>}
      {open === null ? (
        <List book={book} picture={picture} onOpen={show} />
      ) : (
        <AddressForm
          address={open === "new" ? null : open}
          canBeDefault={open === "new" ? (book.addresses ?? []).length > 0 : !open.isDefault}
          onSave={async (input) => {
            if (await saveAddress(book, open, input)) setOpen(null);
          }}
          onBack={() => show(null)}
        />
      )}
    </div>
  );
}

/** Scrolls to the list when the form is closed. The list is shorter than the form, so it may be above the window. */
function useShownTop(isList: boolean) {
  const top = useRef<HTMLDivElement>(null);
  const wasList = useRef(isList);
  useEffect(() => {
    if (isList && !wasList.current && (top.current?.getBoundingClientRect().top ?? 0) < 0)
      top.current?.scrollIntoView();
    wasList.current = isList;
  }, [isList]);
  return top;
}

const saveAddress = (book: Book, open: Address | "new", input: AddressInput): Promise<boolean> =>
  open === "new" ? book.add(input) : book.change(open._id, input);

interface ListProps extends Pick<AddressBookProps, "picture"> {
  book: Book;
  onOpen: (what: Open) => void;
}

function List({ book, picture, onOpen }: ListProps) {
  if (book.loading) return <AddressCardsSkeleton />;
  if (book.loadFailed || !book.addresses) {
    return <FailureNotice onRetry={book.loadAgain}>{addressMessages.loadFailed}</FailureNotice>;
  }
  const add = () => onOpen("new");
  if (book.addresses.length === 0) {
    return (
      <EmptyState
        title={addressMessages.empty}
        text="Save an address for a faster checkout."
        picture={picture}
        action={<Button onClick={add}>Add a new address</Button>}
      />
    );
  }
  return <AddressCards addresses={book.addresses} book={book} onEdit={onOpen} onAdd={add} />;
}
