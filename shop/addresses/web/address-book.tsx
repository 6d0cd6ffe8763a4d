import Plus from "lucide/dist/esm/icons/plus.mjs";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatPlace } from "#contract/place.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { type AddressInput, addressMessages } from "../address.ts";
import { type Address, nameAddress } from "../saved-address.ts";
import { AddressCardsSkeleton } from "./address-cards-skeleton.tsx";
import { AddressForm } from "./address-form.tsx";
import { type AddressBook as Book, useAddressBook } from "./use-address-book.ts";
import styles from "./address-book.module.css";
import cardStyles from "./address-cards.module.css";

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

interface AddressCardsProps {
  addresses: readonly Address[];
  book: Book;
  onEdit: (address: Address) => void;
  onAdd: () => void;
}

function AddressCards({ addresses, book, onEdit, onAdd }: AddressCardsProps) {
  const [removing, setRemoving] = useState<Address | null>(null);
  return (
    <>
      <ul className={cardStyles.cards}>
        {addresses.map((address) => (
          <Card
            key={address._id}
            address={address}
            book={book}
            onEdit={() => onEdit(address)}
            onRemove={() => setRemoving(address)}
          />
        ))}
        <li className={cardStyles.place}>
          <button type="button" className={cardStyles.add} disabled={book.busy !== null} onClick={onAdd}>
            <Icon of={Plus} size={20} />
            Add a new address
          </button>
        </li>
      </ul>
      <ConfirmDialog
        open={removing !== null}
        title={addressMessages.removeTitle}
        question={addressMessages.removeQuestion(removing ? nameAddress(removing) : "")}
        yes="Yes, Remove"
        no="Cancel"
        danger
        onNo={() => setRemoving(null)}
        onYes={() => {
          setRemoving(null);
          if (removing) void book.remove(removing._id);
        }}
      />
    </>
  );
}

interface CardProps {
  address: Address;
  book: Book;
  onEdit: () => void;
  onRemove: () => void;
}

const Card = ({ address, book, onEdit, onRemove }: CardProps) => (
  <li className={cardStyles.card}>
    <Lines address={address} />
    <div className={cardStyles.actions}>
      <AddressAction book={book} what="edit" of={address} onClick={onEdit}>
        Edit
      </AddressAction>
      <AddressAction book={book} what={`remove:${address._id}`} of={address} onClick={onRemove}>
        Remove
      </AddressAction>
      {!address.isDefault && (
        <AddressAction
          book={book}
          what={`default:${address._id}`}
          of={address}
          onClick={() => void book.makeDefault(address._id)}
        >
          Set Default
        </AddressAction>
      )}
    </div>
  </li>
);

const Lines = ({ address }: { address: Address }) => (
  <address className={cardStyles.lines}>
    <span className={cardStyles.street}>
      <span translate="no">{nameAddress(address)}</span>
      {address.isDefault && <Badge tone="success">Default</Badge>}
    </span>
    {address.recipient && <span translate="no">{address.recipient}</span>}
    {address.label && <span translate="no">{address.street}</span>}
    <span translate="no">{formatPlace(address)}</span>
    <span>{address.country}</span>
    {address.phoneNumber && (
      <span>
        Phone <span translate="no">{address.phoneNumber}</span>
      </span>
    )}
  </address>
);

interface AddressActionProps {
  book: Book;
  what: string;
  of: Address;
  onClick: () => void;
  children: string;
}

const AddressAction = ({ book, what, of, onClick, children }: AddressActionProps) => (
  <Button
    variant="quiet"
    busy={book.busy === what}
    disabled={book.busy !== null && book.busy !== what}
    aria-label={`${children} ${nameAddress(of)}`}
    onClick={onClick}
  >
    {children}
  </Button>
);
